/** What is dragged onto the view *Portfolios*: stocks of a ranked list or of a portfolio, and portfolios into their order. */

import * as v from 'valibot';
import * as vscode from 'vscode';
import { errorMessage } from '../../core/base/errorMessage';
import { memberKey, type Member, type Portfolio } from '../../core/portfolios/portfolios';
import { list, name, read, type Described } from '../../core/protocol/shape';
import type { ListedStock } from '../../core/sidebar/overlayTree';
import type { PortfolioChanges } from '../portfolios/changePortfolios';
import { addAndReport } from './portfolioCommands';
import type { PortfoliosView } from './portfoliosView';
import { rowOf } from './rowTree';

/** Stocks that are dragged from another view: VS Code passes text alone from view to view, also from another extension. */
export const companyType = 'application/vnd.signals.companies';
/** Rows that are dragged within their view, whose values are the objects themselves. */
const portfolioType = 'application/vnd.code.tree.signals.portfolios';

const mostStocks = 5000;
const stocksShape = list(v.object({ entity: name, name: v.nullable(name) }), mostStocks);
type CarriedStock = Described<typeof stocksShape>[number];

/** Rows of this view that are dragged. */
interface Dragged {
  readonly names: readonly string[];
  readonly members: readonly { readonly portfolio: Portfolio; readonly member: Member }[];
}

export function companyDrops(
  view: PortfoliosView,
  changes: PortfolioChanges,
): vscode.TreeDragAndDropController<unknown> {
  const found = (node: unknown) => {
    const row = rowOf(node);
    return row && view.ofRow(row);
  };
  return {
    dragMimeTypes: [portfolioType],
    dropMimeTypes: [portfolioType, companyType],
    handleDrag: (nodes, transfer) => {
      const all = nodes.flatMap(node => found(node) ?? []);
      const dragged: Dragged = {
        names: all.flatMap(({ portfolio, member }) => (member ? [] : [portfolio.name])),
        members: all.flatMap(({ portfolio, member }) => (member ? [{ portfolio, member }] : [])),
      };
      transfer.set(portfolioType, new vscode.DataTransferItem(dragged));
    },
    handleDrop: async (node, transfer) => {
      try {
        const target = found(node);
        const dragged = transfer.get(portfolioType)?.value as Dragged | undefined;
        const stocks = await carriedStocks(transfer);
        if (dragged && dragged.names.length > 0) {
          await view.move(dragged.names, target?.portfolio.name ?? null);
        } else if (target) {
          const { portfolio, member } = target;
          const before = member ? memberKey(member) : null;
          await dropMembers(changes, { portfolio, before, dragged, stocks });
        }
      } catch (error) {
        void vscode.window.showErrorMessage(errorMessage(error));
      }
    },
  };
}

interface Drop {
  readonly portfolio: Portfolio;
  /** The key of the company that they are dropped on; null: the portfolio itself. */
  readonly before: string | null;
  readonly dragged: Dragged | undefined;
  readonly stocks: readonly CarriedStock[];
}

/** Adds stocks to what is dragged. */
export function carryStocks(transfer: vscode.DataTransfer, stocks: readonly ListedStock[]): void {
  const carried = stocks.map(({ entity, name: label }): CarriedStock => ({ entity, name: label }));
  transfer.set(companyType, new vscode.DataTransferItem(JSON.stringify(carried)));
}

/** VS Code puts an empty value of the type beside the one that was carried. */
async function carriedStocks(transfer: vscode.DataTransfer): Promise<readonly CarriedStock[]> {
  const items = [...transfer].flatMap(([type, item]) => (type === companyType ? item : []));
  const texts = await Promise.all(items.map(item => item.asString()));
  const text = texts.find(each => each !== '');
  return (text === undefined ? null : read(stocksShape, JSON.parse(text))) ?? [];
}

/** Companies of the portfolio itself are moved; others are added. */
async function dropMembers(
  changes: PortfolioChanges,
  { portfolio, before, dragged, stocks }: Drop,
): Promise<void> {
  const members = dragged?.members ?? [];
  const own = members.filter(each => each.portfolio.name === portfolio.name);
  const others = members.filter(each => !own.includes(each)).map(({ member }) => member);
  const added = stocks.map(stock => ({ ...stock, weight: null }));
  if (others.length + added.length > 0) {
    await addAndReport(changes, portfolio, [...others, ...added]);
  }
  if (own.length > 0) {
    await changes.move(
      portfolio,
      own.map(({ member }) => memberKey(member)),
      before,
    );
  }
}
