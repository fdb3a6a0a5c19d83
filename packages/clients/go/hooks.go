package myelin

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// ToolCall is a tool call as a guard sees it: with its final arguments.
type ToolCall = ToolCallInfo

// Decision is a guard's answer to a tool call. The zero Decision lets the call run; one that has a Reason and does not Block is
// none, and its guard has failed.
type Decision struct {
	// Block denies the call.
	Block bool
	// Reason is what the model and the person see of a denial.
	Reason string
}

// Block denies a tool call for a reason that the model and the person see.
func Block(reason string) Decision { return Decision{Block: true, Reason: reason} }

// ToolCallHandler is a guard: asked before a tool runs. An error or a panic denies the call, unless the guard was
// registered with WithFailureAllowed. ctx ends when nobody waits for the answer any more.
type ToolCallHandler func(ctx context.Context, call ToolCall) (Decision, error)

// ContextHandler is asked before each model call, and may change what the model is shown of the messages; nil changes
// nothing. History stays as it is. After an error or a panic the messages go out unchanged, unless the hook was
// registered with WithRequired.
type ContextHandler func(ctx context.Context, shown ContextPayload) (*ContextPatch, error)

// HookOption changes the terms of a hook.
type HookOption func(*HookSpec)

// WithHookID names the hook in decisions and errors. A program that comes back under the same name takes the place of
// the hook that was lost.
func WithHookID(id string) HookOption {
	return func(spec *HookSpec) { spec.HookID = id }
}

// WithTimeout bounds how long the server waits for an answer; one that is late counts as failed. 0 is no limit, for a hook that
// asks a person.
func WithTimeout(limit time.Duration) HookOption {
	whole := wholeMs(limit)
	return func(spec *HookSpec) { spec.TimeoutMs = ptr(whole) }
}

// wholeMs is a limit as it travels.
func wholeMs(limit time.Duration) int64 {
	whole := limit.Milliseconds()
	switch rest := limit % time.Millisecond; {
	case rest > 0:
		whole++
	case rest < 0:
		// Less than nothing is no limit that the server takes, and must not become none at all.
		whole--
	}
	return whole
}

// WithFailureAllowed lets what is guarded happen when the guard fails. The choice is visible in plugins/list.
func WithFailureAllowed() HookOption {
	return func(spec *HookSpec) { spec.OnFailure = HookSpecOnFailureAllow }
}

// WithRequired ends the run when a hook fails that changes something.
func WithRequired() HookOption {
	return func(spec *HookSpec) { spec.Required = ptr(true) }
}

// OnToolCall registers a guard for the tool calls of this session: [Session.On] at HookPointToolCall.
func (s *Session) OnToolCall(handler ToolCallHandler, options ...HookOption) (remove func()) {
	return s.On(HookPointToolCall, Veto(handler), options...)
}

// OnContext registers a hook that may change what the model is shown; the rest is as in [Session.On].
func (s *Session) OnContext(handler ContextHandler, options ...HookOption) (remove func()) {
	return s.client.registerHook(s, newHook(HookPointContext, contextAnswer(s.client, handler), options))
}

// OnToolCall registers a guard for all sessions of this client; the rest is as in [Session.On].
func (c *Client) OnToolCall(handler ToolCallHandler, options ...HookOption) (remove func()) {
	return c.On(HookPointToolCall, Veto(handler), options...)
}

// OnContext registers a context hook for all sessions of this client; the rest is as in [Session.On].
func (c *Client) OnContext(handler ContextHandler, options ...HookOption) (remove func()) {
	return c.registerHook(nil, newHook(HookPointContext, contextAnswer(c, handler), options))
}

// hook is one registered hook, of one session or (with an empty sessionID) of all. answer gives what travels.
type hook struct {
	sessionID string
	spec      HookSpec
	answer    func(ctx context.Context, call hookCall) (any, error)
}

// hookCall is hook/call as it travels.
type hookCall struct {
	HookID    string          `json:"hookId"`
	SessionID string          `json:"sessionId"`
	Payload   json.RawMessage `json:"payload"`
}

func newHook(point HookPoint, answer func(context.Context, hookCall) (any, error), options []HookOption) *hook {
	h := &hook{spec: HookSpec{Point: point}, answer: answer}
	for _, option := range options {
		if option != nil {
			option(&h.spec)
		}
	}
	return h
}

func contextAnswer(c *Client, handler ContextHandler) func(context.Context, hookCall) (any, error) {
	return func(ctx context.Context, asked hookCall) (any, error) {
		var shown ContextPayload
		if err := json.Unmarshal(asked.Payload, &shown); err != nil {
			return nil, err
		}
		if session := c.session(asked.SessionID); session != nil {
			shown = session.shown(shown)
		}
		patch, err := handler(ctx, shown)
		if patch == nil || err != nil {
			return nil, err
		}
		return patch, nil
	}
}

// callHook answers the server. A handler that fails is an error and never a decision: what a failure means is the
// server's to say.
func (c *Client) callHook(ctx context.Context, params json.RawMessage) (answer any, failed *failure) {
	var asked hookCall
	if err := json.Unmarshal(params, &asked); err != nil {
		return nil, invalidParams("hook/call", err)
	}
	hook := c.hooks.find(asked.SessionID, asked.HookID)
	if hook == nil {
		return nil, hookFailed(fmt.Sprintf("no hook is registered as %q", asked.HookID))
	}
	defer func() {
		if panicked := recover(); panicked != nil {
			answer, failed = nil, hookFailed(fmt.Sprintf("hook %q panicked: %v", asked.HookID, panicked))
		}
	}()
	answer, err := hook.answer(ctx, asked)
	if err != nil {
		return nil, hookFailed(fmt.Sprintf("hook %q failed: %v", asked.HookID, err))
	}
	return answer, nil
}

func hookFailed(message string) *failure { return &failure{RPCDomain, CodeHookFailed, message} }

// registerHook offers a hook to the server, for one session or (nil) for all of this client.
func (c *Client) registerHook(session *Session, h *hook) (remove func()) {
	pending := &c.pending
	var params HooksRegisterParams
	if session != nil {
		pending, params.SessionID, h.sessionID = &session.pending, &session.id, session.id
	}
	c.hooks.add(h)
	params.Hooks = []HookSpec{h.spec}
	one := &offer{what: "hook", sessionID: h.sessionID, id: h.spec.HookID, params: params, pending: pending}
	return c.offer(one, func() bool { return c.hooks.holds(h) }, func() { c.hooks.remove(h) })
}

// ptr is how an optional member that is present is written.
func ptr[T any](value T) *T { return &value }
