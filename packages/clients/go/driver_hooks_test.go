package myelin_test

import (
	"context"
	"errors"
	"time"

	myelin "myelin.dev/go"
)

func (d *driver) hook(do map[string]any) {
	d.t.Helper()
	one := &thing{calls: make(chan *asked, 8), over: d.over}
	var on interface {
		OnToolCall(myelin.ToolCallHandler, ...myelin.HookOption) func()
		OnContext(myelin.ContextHandler, ...myelin.HookOption) func()
		On(myelin.HookPoint, myelin.HookHandler, ...myelin.HookOption) func()
	}
	if do["on"] == "myelin" {
		on = d.client
	} else {
		on = d.session(do)
	}
	options, name := hookOptions(do), ""
	switch do["op"] {
	case "onToolCall":
		one.remove, name = on.OnToolCall(d.guard(one), options...), "guard"
	case "onContext":
		one.remove, name = on.OnContext(d.rewriter(one), options...), "context"
	default:
		name = text(do, "point", "")
		one.remove = on.On(myelin.HookPoint(name), d.handler(one), options...)
	}
	d.things[text(do, "as", name)] = one
}

func (d *driver) guard(one *thing) myelin.ToolCallHandler {
	return func(ctx context.Context, call myelin.ToolCall) (myelin.Decision, error) {
		with := one.ask(&asked{ctx: ctx, payload: asJSON(d.t, call)})
		if reason, ok := with["block"].(string); ok {
			return myelin.Block(reason), nil
		}
		return myelin.Decision{}, thrown(with)
	}
}

func (d *driver) rewriter(one *thing) myelin.ContextHandler {
	return func(ctx context.Context, shown myelin.ContextPayload) (*myelin.ContextPatch, error) {
		with := one.ask(&asked{ctx: ctx, payload: asJSON(d.t, shown)})
		if with["patch"] == nil {
			return nil, thrown(with)
		}
		patch := decode[myelin.ContextPatch](d, with["patch"])
		return &patch, nil
	}
}

func (d *driver) handler(one *thing) myelin.HookHandler {
	return func(ctx context.Context, call myelin.HookCall) (any, error) {
		with := one.ask(&asked{ctx: ctx, payload: readJSON(d.t, call.Payload)})
		switch {
		case with["block"] != nil:
			return myelin.Block(text(with, "block", "")), nil
		case with["allow"] == true:
			return myelin.Decision{}, nil
		case with["patch"] != nil:
			return with["patch"], nil
		default:
			return fill(with["value"]), thrown(with)
		}
	}
}

func hookOptions(do map[string]any) (options []myelin.HookOption) {
	if id, ok := do["hookId"].(string); ok {
		options = append(options, myelin.WithHookID(id))
	}
	if ms, ok := do["timeoutMs"].(float64); ok {
		options = append(options, myelin.WithTimeout(time.Duration(ms)*time.Millisecond))
	}
	if do["onFailure"] == "allow" {
		options = append(options, myelin.WithFailureAllowed())
	}
	if do["required"] == true {
		options = append(options, myelin.WithRequired())
	}
	return options
}

func (d *driver) tool(do map[string]any) {
	d.t.Helper()
	one := &thing{calls: make(chan *asked, 8), over: d.over}
	name := text(do, "name", "")
	tool := myelin.Tool{
		Name:        name,
		Description: text(do, "description", ""),
		Parameters:  decode[map[string]any](d, do["parameters"]),
		Execute: func(ctx context.Context, call *myelin.ToolExecution) (myelin.ToolResult, error) {
			payload := map[string]any{"toolCallId": call.ToolCallID, "toolName": name, "args": readJSON(d.t, call.Args)}
			with := one.ask(&asked{ctx: ctx, payload: payload, report: call.Report})
			if with["result"] != nil {
				return decode[myelin.ToolResult](d, with["result"]), nil
			}
			return myelin.TextResult(fillText(text(with, "text", ""))), thrown(with)
		},
	}
	if do["on"] == nil || do["on"] == "myelin" {
		one.remove = d.client.RegisterTool(tool)
	} else {
		one.remove = d.session(do).RegisterTool(tool)
	}
	d.things[text(do, "as", name)] = one
}

// answer says what a hook or tool does, and waits until its answer is in line.
func (d *driver) answer(do map[string]any) {
	d.t.Helper()
	call := d.thing(text(do, "of", "")).current
	call.answer <- do["with"].(map[string]any)
	d.within("the answer", func() { <-call.ctx.Done() })
}

// ask waits until a transcript says how a call is answered.
func (t *thing) ask(call *asked) map[string]any {
	call.answer = make(chan map[string]any, 1)
	t.calls <- call
	select {
	case with := <-call.answer:
		return with
	case <-t.over:
		return map[string]any{"throw": "the transcript is over"}
	}
}

func thrown(with map[string]any) error {
	if message, ok := with["throw"].(string); ok {
		return errors.New(message)
	}
	return nil
}
