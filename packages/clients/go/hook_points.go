package myelin

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// HookCall is what a hook is asked: where, and about what.
type HookCall struct {
	SessionID string
	Point     HookPoint
	// Payload is what the point is about, in the form that the reference of hook/call names for it.
	Payload json.RawMessage
}

// HookHandler answers at any point. At a veto it answers nil, which allows, or a [Decision]; at a transform nil, which changes
// nothing, or the whole new value (a *[ContextPatch] at HookPointContext); what an observer answers is ignored. An error or a
// panic is a failure, and the terms of the hook say what that means. [Veto], [Transform] and [Observe] make one of a function
// with types.
type HookHandler func(ctx context.Context, call HookCall) (answer any, err error)

// Veto is a handler for HookPointToolCall and the points that begin with session_before. Payload is the type that the point
// has: [ToolCall], [NavigatePayload], [ForkPayload] and so on.
func Veto[Payload any](decide func(ctx context.Context, about Payload) (Decision, error)) HookHandler {
	return func(ctx context.Context, call HookCall) (any, error) {
		var about Payload
		if err := json.Unmarshal(call.Payload, &about); err != nil {
			return nil, err
		}
		return decide(ctx, about)
	}
}

// Transform is a handler for the points that change something; nil changes nothing. Payload and Value are the types that the
// point has: [SystemPromptPayload] and string, [ToolResultPayload] and [ToolResultPatch] and so on.
func Transform[Payload, Value any](change func(ctx context.Context, about Payload) (*Value, error)) HookHandler {
	return func(ctx context.Context, call HookCall) (any, error) {
		var about Payload
		if err := json.Unmarshal(call.Payload, &about); err != nil {
			return nil, err
		}
		value, err := change(ctx, about)
		if value == nil || err != nil {
			return nil, err
		}
		return value, nil
	}
}

// Observe is a handler for the points that have the name of an event. The session waits for it, within its time limit.
func Observe(see func(ctx context.Context, event SessionEvent) error) HookHandler {
	return func(ctx context.Context, call HookCall) (any, error) {
		return nil, see(ctx, observedEvent(call.Payload))
	}
}

// On registers a hook at any point for this session. It returns at once: the next prompt waits until the hook is in force, and
// fails with HOOK_REJECTED if the server refused it. remove takes the hook back.
func (s *Session) On(point HookPoint, handler HookHandler, options ...HookOption) (remove func()) {
	return s.client.registerHook(s, newHook(point, pointAnswer(s.client, point, handler), options))
}

// On registers a hook at any point for all sessions of this client; the rest is as in [Session.On].
func (c *Client) On(point HookPoint, handler HookHandler, options ...HookOption) (remove func()) {
	return c.registerHook(nil, newHook(point, pointAnswer(c, point, handler), options))
}

func pointAnswer(c *Client, point HookPoint, handler HookHandler) func(context.Context, hookCall) (any, error) {
	return func(ctx context.Context, asked hookCall) (any, error) {
		payload, err := c.wholePayload(point, asked)
		if err != nil {
			return nil, err
		}
		answer, err := handler(ctx, HookCall{SessionID: asked.SessionID, Point: point, Payload: payload})
		if err != nil {
			return nil, err
		}
		return travelling(point, answer)
	}
}

// wholePayload has the bodies of all messages that are known; the server leaves out those it has sent.
func (c *Client) wholePayload(point HookPoint, asked hookCall) (json.RawMessage, error) {
	session := c.session(asked.SessionID)
	if session == nil || point != HookPointContext && point != HookPointModelRequest {
		return asked.Payload, nil
	}
	var shown ContextPayload
	if err := json.Unmarshal(asked.Payload, &shown); err != nil {
		return nil, err
	}
	return json.Marshal(session.shown(shown))
}

// travelling is an answer in the form that the server takes at a point.
func travelling(point HookPoint, answer any) (any, error) {
	isVeto := point == HookPointToolCall || strings.HasPrefix(string(point), "session_before_")
	decision, isDecision := answer.(Decision)
	switch {
	case isVeto && (isDecision || answer == nil):
		return verdictOf(decision), nil
	case isVeto:
		return nil, fmt.Errorf("the hook at %s answered a %T; a veto answers nil or a Decision", point, answer)
	case isDecision:
		return nil, fmt.Errorf("the hook at %s answered a Decision, and it is no veto", point)
	case answer == nil || point == HookPointContext:
		return answer, nil
	default:
		return map[string]any{"value": answer}, nil
	}
}

func verdictOf(decision Decision) Verdict {
	if decision.Block {
		return Verdict{Decision: VerdictDecisionBlock, Reason: &decision.Reason}
	}
	if decision.Reason != "" {
		// No decision that the protocol knows: the server takes it as a guard that failed, and records it as invalid.
		found := fmt.Sprintf("a reason without Block neither allows nor denies: %.200q", decision.Reason)
		return Verdict{Decision: "invalid", Reason: &found}
	}
	return Verdict{Decision: VerdictDecisionAllow}
}

// observedEvent reads an event as a plugin sees it: with whole messages, and without their ids beside them.
func observedEvent(raw json.RawMessage) SessionEvent {
	var whole struct {
		Type        string            `json:"type"`
		Message     json.RawMessage   `json:"message"`
		ToolResults []json.RawMessage `json:"toolResults"`
		NewMessages []json.RawMessage `json:"newMessages"`
	}
	if json.Unmarshal(raw, &whole) == nil {
		var named map[string]any
		switch whole.Type {
		case "turn_end":
			named = map[string]any{"messageId": idOf(whole.Message), "toolResultIds": idsOf(whole.ToolResults)}
		case "agent_end":
			named = map[string]any{"newMessageIds": idsOf(whole.NewMessages)}
		case "message_end":
			named = map[string]any{"messageId": idOf(whole.Message)}
		}
		raw = withMembers(raw, named)
	}
	event, err := ParseSessionEvent(raw)
	if err != nil {
		return newInflater().event(raw)
	}
	return event
}

func idOf(message json.RawMessage) *string {
	id, err := stringMember(message, "id")
	if err != nil {
		return nil
	}
	return &id
}

func idsOf(messages []json.RawMessage) []string {
	ids := []string{}
	for _, message := range messages {
		if id := idOf(message); id != nil {
			ids = append(ids, *id)
		}
	}
	return ids
}

// withMembers adds members to a JSON object.
func withMembers(raw json.RawMessage, more map[string]any) json.RawMessage {
	if len(more) == 0 {
		return raw
	}
	var members map[string]any
	if json.Unmarshal(raw, &members) != nil {
		return raw
	}
	for name, value := range more {
		members[name] = value
	}
	whole, err := json.Marshal(members)
	if err != nil {
		return raw
	}
	return whole
}
