package myelin_test

import (
	"context"
	"errors"
	"time"

	myelin "myelin.dev/go"
)

// do is one line of the program's side.
func (d *driver) do(do map[string]any) {
	d.t.Helper()
	switch do["op"] {
	case "spawn":
		d.spawn(do)
	case "create":
		d.create(do)
	case "prompt":
		d.prompt(do)
	case "leave":
		d.thing(text(do, "of", "run")).leave()
	case "cancel":
		d.thing(text(do, "of", "run")).cancel()
	case "events":
		ctx, cancel := context.WithCancel(context.Background())
		d.things[text(do, "as", "stream")] = d.stream(d.session(do).Events(ctx), cancel)
	case "onToolCall", "onContext":
		d.hook(do)
	case "tool":
		d.tool(do)
	case "answer":
		d.answer(do)
	case "progress":
		kind := myelin.ToolProgressKind(text(do, "kind", ""))
		d.thing(text(do, "of", "")).current.report(myelin.ToolProgress{Kind: kind, Delta: fillText(text(do, "delta", ""))})
	case "unregister":
		d.thing(text(do, "of", "")).remove()
	case "models":
		d.call(do, func(ctx context.Context) (any, error) { return d.client.Models(ctx) })
	case "plugins":
		d.call(do, func(ctx context.Context) (any, error) { return d.client.Plugins(ctx) })
	case "close":
		d.call(do, func(context.Context) (any, error) { return nil, d.client.Close() })
	default:
		d.ask(do)
	}
}

// ask does what is one request about a session.
func (d *driver) ask(do map[string]any) {
	d.t.Helper()
	session := d.session(do)
	d.call(do, func(ctx context.Context) (any, error) {
		switch do["op"] {
		case "steer":
			return session.Steer(ctx, fillText(text(do, "text", "")))
		case "followUp":
			return session.FollowUp(ctx, fillText(text(do, "text", "")))
		case "abort":
			return session.Abort(ctx, text(do, "reason", ""))
		case "setModel":
			return map[string]any{}, session.SetModel(ctx, decode[myelin.ModelRef](d, do["model"]))
		case "state":
			return session.State(ctx)
		case "tools":
			return session.Tools(ctx)
		case "closeSession":
			return map[string]any{}, session.Close(ctx)
		default:
			d.t.Errorf("%s: the driver does not know how to do %q", d.at, do["op"])
			return nil, nil
		}
	})
}

func (d *driver) spawn(do map[string]any) {
	d.t.Helper()
	options := []myelin.SpawnOption{myelin.WithCommand(d.command...)}
	if name, ok := do["name"].(string); ok {
		options = append(options, myelin.WithName(name))
	}
	d.call(do, func(ctx context.Context) (any, error) {
		client, err := myelin.Spawn(ctx, options...)
		d.client = client
		return nil, err
	})
}

func (d *driver) create(do map[string]any) {
	d.t.Helper()
	params := decode[myelin.SessionCreateParams](d, do["params"])
	options := myelin.SessionOptions{Model: params.Model, ThinkingLevel: params.ThinkingLevel}
	if params.Cwd != nil {
		options.Cwd = *params.Cwd
	}
	if params.SystemPrompt != nil {
		options.SystemPrompt = *params.SystemPrompt
	}
	options.Snapshots = params.Snapshots != nil && *params.Snapshots
	options.Chunks = params.Chunks != nil && *params.Chunks
	d.call(map[string]any{"op": "create"}, func(ctx context.Context) (any, error) {
		session, err := d.client.CreateSession(ctx, options)
		d.sessions[text(do, "as", "session")] = session
		return nil, err
	})
}

func (d *driver) prompt(do map[string]any) {
	d.t.Helper()
	var options []myelin.PromptOption
	if do["content"] != nil {
		params := decode[myelin.SteerParams](d, map[string]any{"sessionId": "", "content": do["content"]})
		options = append(options, myelin.WithContent(params.Content...))
	}
	if whenBusy, ok := do["whenBusy"].(string); ok {
		options = append(options, myelin.WithWhenBusy(myelin.WhenBusy(whenBusy)))
	}
	ctx, cancel := context.WithCancel(context.Background())
	run := d.session(do).StartPrompt(ctx, fillText(text(do, "text", "")), options...)
	one := d.stream(run.Events(), cancel)
	one.run = run
	d.things[text(do, "as", "run")] = one
}

func (d *driver) hook(do map[string]any) {
	d.t.Helper()
	one := &thing{calls: make(chan *asked, 8), over: d.over}
	options := hookOptions(do)
	guard := func(ctx context.Context, call myelin.ToolCall) (myelin.Decision, error) {
		with := one.ask(&asked{ctx: ctx, payload: asJSON(d.t, call)})
		if reason, ok := with["block"].(string); ok {
			return myelin.Block(reason), nil
		}
		return myelin.Decision{}, thrown(with)
	}
	rewrite := func(ctx context.Context, shown myelin.ContextPayload) (*myelin.ContextPatch, error) {
		with := one.ask(&asked{ctx: ctx, payload: asJSON(d.t, shown)})
		if with["patch"] == nil {
			return nil, thrown(with)
		}
		patch := decode[myelin.ContextPatch](d, with["patch"])
		return &patch, nil
	}
	onClient, isGuard := do["on"] == "myelin", do["op"] == "onToolCall"
	switch {
	case onClient && isGuard:
		one.remove = d.client.OnToolCall(guard, options...)
	case onClient:
		one.remove = d.client.OnContext(rewrite, options...)
	case isGuard:
		one.remove = d.session(do).OnToolCall(guard, options...)
	default:
		one.remove = d.session(do).OnContext(rewrite, options...)
	}
	name := "context"
	if isGuard {
		name = "guard"
	}
	d.things[text(do, "as", name)] = one
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
