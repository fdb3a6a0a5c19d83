import { isThenable } from '@myelin/core';
import type { SessionTool } from '@myelin/session';

/** The tool as it is, but that `late` hears of a preview that did not come in time. */
export function watchPreview(tool: SessionTool, late: (message: string) => void): SessionTool {
	const { preview } = tool;
	if (preview === undefined) return tool;
	return {
		...tool,
		preview(args, context) {
			const { signal } = context;
			const tell = () => {
				const { reason } = signal;
				if (reason instanceof DOMException && reason.name === 'TimeoutError')
					late(`${tool.name}: ${reason.message}; its call went on without`);
			};
			signal.addEventListener('abort', tell, { once: true });
			const answer = preview.call(tool, args, context);
			if (isThenable(answer)) {
				const over = () => signal.removeEventListener('abort', tell);
				answer.then(over, over);
			}
			return answer;
		},
	};
}
