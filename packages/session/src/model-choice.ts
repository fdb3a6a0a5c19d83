import type { Model, ModelRef } from '@myelin/core';
import type { ModelCatalog } from './catalog.ts';
import { SessionError } from './errors.ts';

/** A model's name. */
export function refOf({ provider, id }: Model): ModelRef {
	return { provider, id };
}

/** The model that was asked for, or the default. Throws `MODEL_NOT_FOUND`, naming what there is. */
export function modelFor(models: ModelCatalog, ref: ModelRef | undefined): Model {
	const model = ref === undefined ? models.defaultModel() : models.find(ref);
	if (model !== undefined) return model;
	const asked =
		ref === undefined
			? 'a session needs a model, and the default one is not there'
			: `there is no model ${ref.provider}/${ref.id}`;
	const known = models.list().map(({ provider, id }) => `${provider}/${id}`);
	throw new SessionError(
		'MODEL_NOT_FOUND',
		`${asked}; known are: ${known.join(', ') || 'none (no plugin registered one)'}`,
	);
}

/** The model that a session had, or the default and a word on it where there is no such model any more. */
export function modelOrDefault(
	models: ModelCatalog,
	ref: ModelRef | undefined,
): { readonly model: ModelRef | undefined; readonly findings: readonly string[] } {
	if (ref === undefined || models.find(ref) !== undefined) return { model: ref, findings: [] };
	const finding = `The session's model ${ref.provider}/${ref.id} is not there; it goes on with the default.`;
	return { model: undefined, findings: [finding] };
}
