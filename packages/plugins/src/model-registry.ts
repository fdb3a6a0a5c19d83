import { isRecord, kindOf, type Model, type ModelRef } from '@myelin/core';
import type { ModelCatalog } from '@myelin/session';
import { HostError } from './errors.ts';
import { inLoadOrder } from './load-order.ts';
import type { Unregister } from './plugin.ts';
import type { PluginRecord } from './plugin-record.ts';

/** Models by plugin. */
export interface ModelRegistry extends ModelCatalog {
	/** Throws `HostError`: `INVALID_REGISTRATION` for what is no model, `MODEL_TAKEN` when its provider has one of this id. */
	add(plugin: PluginRecord, model: Model): Unregister;
}

/** An empty registry. `preferred` tells the default model, and there is none while nobody registers it; without a preference it is the first in load order. */
export function createModelRegistry(preferred: () => ModelRef | undefined): ModelRegistry {
	let entries: readonly { readonly plugin: PluginRecord; readonly model: Model }[] = [];
	const find = ({ provider, id }: ModelRef) =>
		entries.find(({ model }) => model.provider === provider && model.id === id);
	return {
		add(plugin, model) {
			checkModel(plugin, model);
			const taken = find(model);
			if (taken !== undefined) {
				throw new HostError(
					'MODEL_TAKEN',
					`${plugin.name} cannot register the model ${model.provider}/${model.id}: ${taken.plugin.name} has done so`,
				);
			}
			const entry = { plugin, model };
			entries = inLoadOrder(entries, entry);
			return () => {
				entries = entries.filter((other) => other !== entry);
			};
		},
		list: () => entries.map(({ model }) => model),
		find: (ref) => find(ref)?.model,
		defaultModel() {
			const ref = preferred();
			return (ref === undefined ? entries[0] : find(ref))?.model;
		},
	};
}

function checkModel(plugin: PluginRecord, model: unknown): void {
	const fault = !isRecord(model)
		? `it is ${kindOf(model)}`
		: typeof model.provider !== 'string' || typeof model.id !== 'string'
			? 'it has no provider and id'
			: typeof model.stream !== 'function'
				? 'it has no stream function'
				: undefined;
	if (fault !== undefined)
		throw new HostError('INVALID_REGISTRATION', `what ${plugin.name} registers is no model: ${fault}`);
}
