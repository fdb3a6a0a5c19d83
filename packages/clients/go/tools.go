package myelin

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"sync/atomic"
	"time"
)

// Tool is something that a model may do and this program does.
type Tool struct {
	// Name is what the model calls it: letters, digits, "_" and "-", at most 64.
	Name string
	// Description tells the model what it is for.
	Description string
	// Parameters is a JSON Schema of the arguments object.
	Parameters map[string]any
	// Concurrency is whether a call may run beside others ([ClientToolConcurrencyParallel]); any other runs alone.
	Concurrency ClientToolConcurrency
	// Limit is what a call may take: 0 is the server's usual, [NoLimit] is none. Then the call has failed, and its ctx ends.
	Limit time.Duration
	// OnInterjection is what becomes of a running call when the person interjects: it may finish, or its ctx ends
	// ([ClientToolOnInterjectionCancel]).
	OnInterjection ClientToolOnInterjection
	// Preview says what a call is about to do, or nil, which is shown before anybody judges it. An error or a panic is the call's
	// result, and it does not run. ctx ends when nobody waits for it any longer; what it reports is ignored.
	Preview func(ctx context.Context, call *ToolExecution) (map[string]any, error)
	// Execute does it. An error or a panic is told to the model as the tool's failed result, and the run goes on.
	// ctx ends when nobody waits for it any longer: the run was aborted, its time is over, or it was cancelled.
	Execute func(ctx context.Context, call *ToolExecution) (ToolResult, error)
}

// NoLimit lets a call of a [Tool] take as long as it takes.
const NoLimit time.Duration = math.MaxInt64

// ToolExecution is one call of a tool of this program.
type ToolExecution struct {
	SessionID  string
	ToolCallID string
	// Args is the arguments object.
	Args json.RawMessage

	client        *Client
	progressToken string
	over          atomic.Bool
}

// Report says something while the tool runs; it never waits, and is ignored once the tool has returned.
func (e *ToolExecution) Report(progress ToolProgress) {
	if !e.over.Load() {
		_ = e.client.notify("$/progress", map[string]any{"token": e.progressToken, "value": progress})
	}
}

// TextResult is a tool's result of one text.
func TextResult(text string) ToolResult {
	return ToolResult{Content: []ContentBlock{TextBlock{Text: text}}}
}

// NewTool makes a tool whose arguments are the struct Args. Its schema is what encoding/json reads into the fields, with
// their `json` tags and embedded structs, and their `description` tags. A field with omitempty or omitzero, or that is a
// pointer, may be left out, as may those of an embedded pointer. A type with UnmarshalText is a string; of one with UnmarshalJSON
// the schema says nothing, so set the tool's Parameters where the model has to know more. It panics if Args is something
// that arguments cannot be, since that is a mistake of the program.
func NewTool[Args any](name, description string, execute func(ctx context.Context, args Args, call *ToolExecution) (ToolResult, error)) Tool {
	return Tool{
		Name:        name,
		Description: description,
		Parameters:  schemaOf[Args](),
		Execute: func(ctx context.Context, call *ToolExecution) (ToolResult, error) {
			var args Args
			if err := json.Unmarshal(call.Args, &args); err != nil {
				return ToolResult{}, fmt.Errorf("the arguments %s do not fit: %w", call.Args, err)
			}
			return execute(ctx, args, call)
		},
	}
}

// RegisterTool offers a tool to the models of all sessions of this client. It returns at once: the next prompt waits
// until the tool is in force, and fails with HOOK_REJECTED if the server refused it. remove takes the tool back.
func (c *Client) RegisterTool(tool Tool) (remove func()) { return c.registerTool(nil, tool) }

// RegisterTool offers a tool to the model of this session; the rest is as in [Client.RegisterTool].
func (s *Session) RegisterTool(tool Tool) (remove func()) { return s.client.registerTool(s, tool) }

func (c *Client) registerTool(session *Session, tool Tool) (remove func()) {
	params := ToolsRegisterParams{Tools: []ClientTool{tool.told()}}
	pending, key := &c.pending, scopedName{name: tool.Name}
	if session != nil {
		pending, params.SessionID, key.sessionID = &session.pending, &session.id, session.id
	}
	c.tools.add(key, &tool)
	one := &offer{what: "tool", sessionID: key.sessionID, id: tool.Name, params: params, pending: pending}
	return c.offer(one, func() bool { return c.tools.holds(key, &tool) }, func() { c.tools.remove(key, &tool) })
}

// told is the tool as the server is told of it.
func (tool Tool) told() ClientTool {
	told := ClientTool{
		Name: tool.Name, Description: tool.Description, Parameters: tool.Parameters,
		Concurrency: tool.Concurrency, OnInterjection: tool.OnInterjection,
	}
	if tool.Preview != nil {
		told.Preview = ptr(true)
	}
	switch tool.Limit {
	case 0:
	case NoLimit:
		told.TimeoutMs = ptr(int64(0))
	default:
		told.TimeoutMs = ptr(wholeMs(tool.Limit))
	}
	return told
}

// toolRun is tool/execute as it travels.
type toolRun struct {
	SessionID  string          `json:"sessionId"`
	ToolCallID string          `json:"toolCallId"`
	ToolName   string          `json:"toolName"`
	Args       json.RawMessage `json:"args"`
	Token      string          `json:"progressToken"`
}

// executeTool answers the server; a tool that fails is a result like any other.
func (c *Client) executeTool(ctx context.Context, params json.RawMessage) (answer any, failed *failure) {
	var asked toolRun
	if err := json.Unmarshal(params, &asked); err != nil {
		return nil, invalidParams("tool/execute", err)
	}
	tool := c.tools.find(asked.SessionID, asked.ToolName)
	if tool == nil {
		return nil, invalidParams("tool/execute", fmt.Errorf("no tool is registered as %q", asked.ToolName))
	}
	execution := &ToolExecution{
		SessionID: asked.SessionID, ToolCallID: asked.ToolCallID, Args: asked.Args,
		client: c, progressToken: asked.Token,
	}
	defer func() {
		execution.over.Store(true)
		if panicked := recover(); panicked != nil {
			answer, failed = failedResult(fmt.Sprintf("panic: %v", panicked)), nil
		}
	}()
	result, err := tool.Execute(ctx, execution)
	if err != nil {
		return failedResult(err.Error()), nil
	}
	return result, nil
}

// previewTool answers the server; a preview that fails is an error, which becomes the result of the call.
func (c *Client) previewTool(ctx context.Context, params json.RawMessage) (answer any, failed *failure) {
	var asked toolRun
	if err := json.Unmarshal(params, &asked); err != nil {
		return nil, invalidParams("tool/preview", err)
	}
	tool := c.tools.find(asked.SessionID, asked.ToolName)
	if tool == nil || tool.Preview == nil {
		return nil, invalidParams("tool/preview", fmt.Errorf("no tool is registered as %q that has a preview", asked.ToolName))
	}
	execution := &ToolExecution{SessionID: asked.SessionID, ToolCallID: asked.ToolCallID, Args: asked.Args, client: c}
	execution.over.Store(true)
	defer func() {
		if panicked := recover(); panicked != nil {
			answer, failed = nil, hookFailed(fmt.Sprintf("panic: %v", panicked))
		}
	}()
	shown, err := tool.Preview(ctx, execution)
	if err != nil {
		return nil, hookFailed(err.Error())
	}
	if shown == nil {
		return struct{}{}, nil
	}
	return map[string]any{"preview": shown}, nil
}

func failedResult(message string) ToolResult {
	result := TextResult(message)
	result.IsError = ptr(true)
	return result
}
