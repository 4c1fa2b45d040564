import * as assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';

const extensionId = 'market-signals.market-signals';

describe('the extension in the extension host', () => {
  it('is there and activates', async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension, `VS Code does not know ${extensionId}`);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
