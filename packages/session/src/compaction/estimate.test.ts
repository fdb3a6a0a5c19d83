import type { Message } from '@myelin/core';
import { describe, expect, it } from 'vitest';
import { fixedTokens, messageTokens, textTokens } from './estimate.ts';

/** Texts with what the encodings o200k and cl100k count, the smaller and the larger. */
const counted: readonly (readonly [string, string, number, number])[] = [
	[
		'English',
		'The session keeps its history whole, and only the view that a model is shown becomes shorter when there is not enough room left for it. ',
		28,
		29,
	],
	[
		'Chinese',
		'会话保留完整的历史记录，只有展示给模型的视图会在空间不足时变短。请先阅读配置文件，然后修复登录页面的错误，并运行全部测试。',
		41,
		58,
	],
	[
		'Japanese',
		'セッションは履歴を完全に保持し、モデルに見せるビューだけが短くなります。設定ファイルを読んで、ログイン画面の不具合を直してください。',
		44,
		65,
	],
	[
		'Korean',
		'세션은 전체 기록을 유지하며 공간이 부족할 때 모델에 보여 주는 부분만 짧아집니다. 설정 파일을 읽고 로그인 오류를 고쳐 주세요.',
		38,
		62,
	],
	[
		'Russian',
		'Сеанс хранит всю историю, и только то, что видит модель, становится короче, когда места не хватает. Прочитай файл настроек и исправь ошибку входа.',
		41,
		64,
	],
];

describe('an estimate of tokens', () => {
	it.each(counted)('of %s lies near what encodings count', (_language, text, few, many) => {
		expect(textTokens(text)).toBeGreaterThan(few * 0.8);
		expect(textTokens(text)).toBeLessThan(many * 1.2);
	});

	it('of Chinese is not that of as many Latin letters', () => {
		expect(textTokens('会'.repeat(1000))).toBe(1000);
		expect(textTokens('a'.repeat(1000))).toBe(200);
	});

	it('of a long text looks at windows of it, and finds in them what the whole has', () => {
		const mixed = '请先阅读配置文件。 and then read the settings file.\n'.repeat(2000);
		const parts = 2000 * textTokens('请先阅读配置文件。 and then read the settings file.\n');
		expect(textTokens(mixed) / parts).toBeGreaterThan(0.9);
		expect(textTokens(mixed) / parts).toBeLessThan(1.1);
	});

	it('counts what a tool said, the arguments of a call, and images', () => {
		const result: Message = {
			id: 't',
			role: 'tool',
			timestamp: 0,
			toolCallId: 'c',
			toolName: 'read',
			isError: false,
			content: [
				{ type: 'text', text: 'a'.repeat(500) },
				{ type: 'image', mimeType: 'image/png', data: 'AAAA' },
			],
			details: { never: 'sent'.repeat(1000) },
		};
		expect(messageTokens(result)).toBe(6 + 100 + 1600);
		const call: Message = {
			id: 'a',
			role: 'assistant',
			timestamp: 0,
			model: { provider: 'test', id: 'm' },
			content: [{ type: 'tool_call', id: 'c', name: 'aaaaa', args: { p: 'a'.repeat(490) } }],
		};
		expect(messageTokens(call)).toBe(6 + 1 + 102);
	});

	it('of a program’s own message is nothing: no model is shown it', () => {
		const marker: Message = { id: 'x', role: 'custom:mark', timestamp: 0, content: [{ type: 'text', text: 'hello' }] };
		expect(messageTokens(marker)).toBe(0);
	});

	it('of what each request has besides its messages counts the tools', () => {
		const tool = { name: 'aaaaa', description: 'a'.repeat(50), jsonSchema: { type: 'object' } };
		expect(fixedTokens('a'.repeat(100), [tool as never])).toBe(20 + 1 + 10 + 6);
	});
});
