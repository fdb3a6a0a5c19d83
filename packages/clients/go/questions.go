package myelin

import (
	"context"
	"encoding/json"
	"fmt"
)

// Question is asked of the person before this program.
type Question = UiAskParams

// AskHandler answers a question: with true or false to a confirm, with the value of an option to a select, with a text to an
// input. nil, an error or a panic does not answer: others are asked, or the question's default holds. ctx ends when nobody
// waits for the answer any more.
type AskHandler func(ctx context.Context, question Question) (answer any, err error)

// CodeAskFailed: the handler of a question failed.
const CodeAskFailed Code = "ASK_FAILED"

// WithAsk has the server ask this program what plugins want to know of a person.
func WithAsk(handler AskHandler) SpawnOption {
	return func(o *spawnOptions) { o.ask = handler }
}

// answerQuestion answers the server.
func (c *Client) answerQuestion(ctx context.Context, params json.RawMessage) (answer any, failed *failure) {
	if c.options.ask == nil {
		return nil, methodNotFound("ui/ask")
	}
	var question Question
	if err := json.Unmarshal(params, &question); err != nil {
		return nil, invalidParams("ui/ask", err)
	}
	defer func() {
		if panicked := recover(); panicked != nil {
			answer, failed = nil, askFailed(fmt.Sprintf("the question's handler panicked: %v", panicked))
		}
	}()
	value, err := c.options.ask(ctx, question)
	switch {
	case err != nil:
		return nil, askFailed(err.Error())
	case value == nil:
		return nil, nil
	default:
		return UiAnswer{Value: value}, nil
	}
}

func askFailed(message string) *failure { return &failure{RPCDomain, CodeAskFailed, message} }
