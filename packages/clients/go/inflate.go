package myelin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
)

// keptCalls are the last calls that stay known when they are over, at least: for whoever shows them late.
const keptCalls = 64

// inflater turns events from the form in which they travel into their full form. It belongs to one session and takes
// its events in order; it knows what the session was sent before, and nothing else.
type inflater struct {
	messages map[string]Message
	// before are those of the run before, for who goes back to it.
	before map[string]Message
	// results are those of the calls whose tool message has not begun.
	results map[string]ToolResult
	// earlier are the older calls.
	calls   map[string]ToolCall
	earlier map[string]ToolCall
	// seq is the number of the event that is being read, or came last.
	seq int64
	// streaming, kind and index are those of the last update.
	streaming *snapshot
	kind      DeltaKind
	index     int
	// warned are the types of which an event broke the protocol.
	warned map[string]bool
}

func newInflater() *inflater {
	return &inflater{
		messages:  map[string]Message{},
		results:   map[string]ToolResult{},
		calls:     map[string]ToolCall{},
		streaming: newSnapshot(AssistantMessage{}, 0),
		kind:      DeltaKindText,
		warned:    map[string]bool{},
	}
}

// next is the full form of the event of this number.
func (i *inflater) next(seq int64, wire json.RawMessage) SessionEvent {
	i.seq = seq
	return i.event(wire)
}

// event is the full form of what was sent. What cannot be read as the type it says is an UnknownEvent, as is a type
// that this version does not know; the first of each type is warned of, by slog.
func (i *inflater) event(wire json.RawMessage) SessionEvent {
	tag, err := stringMember(wire, "type")
	if err == nil {
		var event SessionEvent
		if event, err = i.inflate(tag, wire); err == nil {
			return event
		}
	}
	if !i.warned[tag] {
		i.warned[tag] = true
		slog.Warn("an event breaks the protocol and comes as an UnknownEvent", "type", tag, "seq", i.seq, "error", err)
	}
	return UnknownEvent{OriginalType: tag, Raw: bytes.Clone(wire)}
}

func (i *inflater) inflate(tag string, wire []byte) (SessionEvent, error) {
	switch tag {
	case "message_update":
		return i.update(wire)
	case "message_start":
		return i.start(wire)
	case "message_end":
		return i.end(wire)
	case "turn_end":
		return i.turnEnd(wire)
	case "agent_end":
		return i.agentEnd(wire)
	}
	event, err := ParseSessionEvent(wire)
	if err == nil {
		i.note(event)
	}
	return event, err
}

// note keeps what later events about a call leave out.
func (i *inflater) note(event SessionEvent) {
	switch event := event.(type) {
	case ToolExecutionStart:
		i.calls[event.ToolCallID] = ToolCall{ToolCallID: event.ToolCallID, ToolName: event.ToolName, Args: event.Args}
	case ToolDecision:
		if event.Args != nil {
			i.calls[event.ToolCallID] = ToolCall{ToolCallID: event.ToolCallID, ToolName: event.ToolName, Args: event.Args}
		}
	case ToolExecutionEnd:
		i.results[event.ToolCallID] = event.Result
	case Gap:
		i.resume(event.State, i.seq)
	}
}

// resume goes on from where a session stands at a number, behind events that were not sent.
func (i *inflater) resume(state SessionState, seq int64) {
	i.seq = seq
	i.streaming = newSnapshot(AssistantMessage{}, i.seq)
	if state.StreamingMessage != nil {
		i.streaming = newSnapshot(*state.StreamingMessage, i.seq)
	}
	for _, call := range state.PendingToolCalls {
		i.calls[call.ToolCallID] = call
	}
}

// rewind goes on behind an event that came before: of a message that began before the first event that came, only the rest
// will be known until its end.
func (i *inflater) rewind(seq int64) {
	i.seq = seq
	i.streaming, i.kind, i.index = i.streaming.until(seq), DeltaKindText, 0
}

func (i *inflater) update(wire []byte) (SessionEvent, error) {
	var event MessageUpdate
	var sent *AssistantMessage
	kind, index, hasDelta := i.kind, i.index, false
	err := eachMember(wire, func(name string, raw []byte) error {
		switch name {
		case "type":
			return nil
		case "delta":
			hasDelta = true
			return readString(raw, &event.Delta)
		case "deltaKind":
			return json.Unmarshal(raw, &kind)
		case "contentIndex":
			return json.Unmarshal(raw, &index)
		case "block":
			block, err := ParseContentBlock(raw)
			event.Block = block
			return err
		case "message":
			return json.Unmarshal(raw, &sent)
		case "chunk":
			event.Chunk = bytes.Clone(raw)
			return nil
		default:
			return keepMember(&event.Extra, name, raw)
		}
	})
	switch {
	case err != nil:
		return nil, err
	case !hasDelta:
		return nil, errors.New("delta is absent")
	case index < 0:
		return nil, fmt.Errorf("contentIndex %d is negative", index)
	}
	if kind == "" {
		kind = DeltaKindText
	}
	i.kind, i.index = kind, index
	event.DeltaKind, event.ContentIndex = i.kind, int64(i.index)
	event.message = i.streaming.add(i.seq, event.Delta, i.kind, i.index, event.Block)
	if sent != nil {
		event.message = func() AssistantMessage { return *sent }
	}
	return event, nil
}

func (i *inflater) start(wire []byte) (SessionEvent, error) {
	var sent struct {
		Message json.RawMessage            `json:"message"`
		Extra   map[string]json.RawMessage `json:"-"`
	}
	if err := unmarshalMembers(wire, &sent, &sent.Extra, "type"); err != nil {
		return nil, err
	}
	message, err := i.wholeMessage(sent.Message)
	if err != nil {
		return nil, err
	}
	if assistant, ok := message.(AssistantMessage); ok {
		i.streaming = newSnapshot(assistant, i.seq)
	} else {
		i.messages[messageID(message)] = message
	}
	return MessageStart{Message: message, Extra: sent.Extra}, nil
}

// wholeMessage reads a message; a tool's begins after its call has ended, and says nothing twice.
func (i *inflater) wholeMessage(wire []byte) (Message, error) {
	role, err := stringMember(wire, "role")
	if err != nil || role != "tool" {
		return ParseMessage(wire)
	}
	var sent wireToolMessage
	if err := unmarshalMembers(wire, &sent, &sent.Extra, "role"); err != nil {
		return nil, err
	}
	message := ToolMessage(sent)
	if message.Content == nil {
		result := i.results[sent.ToolCallID]
		delete(i.results, sent.ToolCallID)
		message.Content, message.Details = result.Content, result.Details
	}
	return message, nil
}

// wireToolMessage is a tool message without what tool_execution_end brought.
type wireToolMessage struct {
	ID         string                     `json:"id"`
	Timestamp  int64                      `json:"timestamp"`
	ToolCallID string                     `json:"toolCallId"`
	ToolName   string                     `json:"toolName"`
	Content    []ContentBlock             `json:"content,omitempty"`
	IsError    bool                       `json:"isError"`
	Details    map[string]any             `json:"details,omitempty"`
	Extra      map[string]json.RawMessage `json:"-"`
}

func (i *inflater) end(wire []byte) (SessionEvent, error) {
	var sent struct {
		MessageID string                     `json:"messageId,omitempty"`
		Message   Message                    `json:"message,omitempty"`
		Discarded bool                       `json:"discarded,omitempty"`
		Extra     map[string]json.RawMessage `json:"-"`
	}
	if err := unmarshalMembers(wire, &sent, &sent.Extra, "type"); err != nil {
		return nil, err
	}
	event := MessageEnd{MessageID: sent.MessageID, Message: sent.Message, Discarded: sent.Discarded, Extra: sent.Extra}
	if event.Message == nil {
		event.Message = i.message(event.MessageID)
	} else if event.MessageID == "" {
		event.MessageID = messageID(event.Message)
	}
	if event.Discarded {
		delete(i.messages, event.MessageID)
	} else if event.Message != nil {
		i.messages[event.MessageID] = event.Message
	}
	return event, nil
}

func (i *inflater) turnEnd(wire []byte) (SessionEvent, error) {
	var sent struct {
		MessageID     *string                    `json:"messageId"`
		ToolResultIDs []string                   `json:"toolResultIds"`
		Extra         map[string]json.RawMessage `json:"-"`
	}
	if err := unmarshalMembers(wire, &sent, &sent.Extra, "type"); err != nil {
		return nil, err
	}
	event := TurnEnd{MessageID: sent.MessageID, ToolResultIDs: sent.ToolResultIDs, Extra: sent.Extra}
	if sent.MessageID != nil {
		if message, ok := i.message(*sent.MessageID).(AssistantMessage); ok {
			event.Message = &message
		}
	}
	for _, message := range i.known(sent.ToolResultIDs) {
		if result, ok := message.(ToolMessage); ok {
			event.ToolResults = append(event.ToolResults, result)
		}
	}
	return event, nil
}

func (i *inflater) agentEnd(wire []byte) (SessionEvent, error) {
	var sent struct {
		NewMessageIDs []string                   `json:"newMessageIds"`
		Summary       RunSummary                 `json:"summary"`
		WillRetry     bool                       `json:"willRetry"`
		Forget        bool                       `json:"forget,omitempty"`
		Extra         map[string]json.RawMessage `json:"-"`
	}
	if err := unmarshalMembers(wire, &sent, &sent.Extra, "type"); err != nil {
		return nil, err
	}
	event := AgentEnd{
		NewMessageIDs: sent.NewMessageIDs, NewMessages: i.known(sent.NewMessageIDs),
		Summary: sent.Summary, WillRetry: sent.WillRetry, Extra: sent.Extra,
	}
	// The server names nothing of before any more.
	if sent.Forget {
		i.messages, i.before = map[string]Message{}, i.messages
	}
	if !sent.WillRetry {
		clear(i.results)
		if len(i.calls) >= keptCalls {
			i.calls, i.earlier = map[string]ToolCall{}, i.calls
		}
	}
	return event, nil
}

// call is a tool call with its final arguments as far as they are known.
func (i *inflater) call(id string) (ToolCall, bool) {
	if call, ok := i.calls[id]; ok {
		return call, true
	}
	call, ok := i.earlier[id]
	return call, ok
}

// context is the full form of what a context hook is shown: the bodies of all messages that are known, in order.
func (i *inflater) context(sent ContextPayload) ContextPayload {
	for _, message := range sent.Messages {
		i.messages[messageID(message)] = message
	}
	sent.Messages = i.known(sent.MessageIDs)
	return sent
}

func (i *inflater) message(id string) Message {
	if message := i.messages[id]; message != nil {
		return message
	}
	return i.before[id]
}

func (i *inflater) known(ids []string) []Message {
	messages := []Message{}
	for _, id := range ids {
		if message := i.message(id); message != nil {
			messages = append(messages, message)
		}
	}
	return messages
}

func messageID(message Message) string {
	switch message := message.(type) {
	case UserMessage:
		return message.ID
	case AssistantMessage:
		return message.ID
	case ToolMessage:
		return message.ID
	case UnknownMessage:
		id, _ := stringMember(message.Raw, "id")
		return id
	default:
		return ""
	}
}
