/** Registers the language features of cells. */

import path from 'node:path';
import * as vscode from 'vscode';
import { findCompaniesCommand } from '../ids';
import type { Log } from '../log';
import type { KernelSessions } from '../notebook/kernelSessions';
import { NotebookAnalyses } from './analyses';
import { AssistSource } from './assistSource';
import { Completion } from './completion';
import { CellDiagnostics } from './diagnostics';
import { Formatting } from './formatting';
import { registerHover, registerSignatureHelp, registerSpecificationHover } from './hover';
import { InlayHints } from './inlayHints';
import { findMoreCompanies, type LearningParts } from './learnCompanies';
import { LanguageService } from './languageService';
import { Navigation } from './navigation';
import type { NameParts } from './notebookText';
import { registerOutline } from './outline';
import { QuickFixes } from './quickFixes';
import { registerSemanticTokens } from './semanticTokens';
import { SpecificationCompletion } from './specificationCompletion';

export interface Language extends vscode.Disposable {
  readonly service: LanguageService;
  readonly analyses: NotebookAnalyses;
}

interface LanguageParts extends LearningParts, NameParts {
  readonly sessions: KernelSessions;
  readonly log: Log;
}

export function registerLanguage(extensionPath: string, known: LanguageParts): Language {
  const { sessions, companies, log, ...names } = known;
  const service = new LanguageService(
    path.join(extensionPath, 'dist', 'language.js'),
    known.connections,
    log,
  );
  const analyses = new NotebookAnalyses(service, sessions, names);
  const source = new AssistSource(service, analyses, { sessions, companies, log, ...names });
  const disposable = vscode.Disposable.from(
    service,
    analyses,
    source,
    new CellDiagnostics(analyses),
    QuickFixes.register(analyses),
    Completion.register(source),
    vscode.commands.registerCommand(findCompaniesCommand, () => findMoreCompanies(known, log)),
    SpecificationCompletion.register(service, analyses),
    registerHover(source),
    registerSpecificationHover(service),
    registerSignatureHelp(source),
    Formatting.register(service),
    Navigation.register(analyses),
    registerOutline(),
    InlayHints.register({ now: () => Date.now() }, names),
    registerSemanticTokens(),
  );
  return { service, analyses, dispose: () => void disposable.dispose() };
}
