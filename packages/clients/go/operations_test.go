package myelin_test

import (
	"bufio"
	"context"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	myelin "myelin.dev/go"
)

// do is one line of the program's side.
func (d *driver) do(do map[string]any) {
	d.t.Helper()
	switch do["op"] {
	case "spawn", "connect":
		d.begin(do)
	case "create", "open":
		d.makeSession(do)
	case "prompt":
		d.prompt(do)
	case "leave":
		d.thing(text(do, "of", "run")).leave()
	case "cancel":
		d.thing(text(do, "of", "run")).cancel()
	case "events":
		d.events(do)
	case "onToolCall", "onContext", "on":
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
	default:
		d.request(do)
	}
}

// begin starts the player, or connects to it; with onAsk questions wait for an answer line.
func (d *driver) begin(do map[string]any) {
	d.t.Helper()
	options := []myelin.SpawnOption{myelin.WithCommand(d.command...)}
	if name, ok := do["name"].(string); ok {
		options = append(options, myelin.WithName(name))
	}
	if ms, ok := do["reconnectMs"].(float64); ok {
		options = append(options, myelin.WithReconnect(time.Duration(ms)*time.Millisecond))
	}
	if do["onAsk"] == true {
		one := &thing{calls: make(chan *asked, 8), over: d.over}
		d.things["ask"] = one
		options = append(options, myelin.WithAsk(func(ctx context.Context, question myelin.Question) (any, error) {
			with := one.ask(&asked{ctx: ctx, payload: asJSON(d.t, question)})
			return with["value"], thrown(with)
		}))
	}
	start := func(ctx context.Context) (*myelin.Client, error) { return myelin.Spawn(ctx, options...) }
	if do["op"] == "connect" {
		socket := d.serveSocket()
		start = func(ctx context.Context) (*myelin.Client, error) { return myelin.Connect(ctx, socket, options...) }
	}
	d.call(do, func(ctx context.Context) (any, error) {
		client, err := start(ctx)
		d.client = client
		return nil, err
	})
}

// serveSocket starts the player on a socket.
func (d *driver) serveSocket() (path string) {
	d.t.Helper()
	folder, err := os.MkdirTemp("", "player")
	if err != nil {
		d.fatalf("%v", err)
	}
	path = filepath.Join(folder, "s")
	player := exec.Command(d.command[0], append(d.command[1:], "--socket", path)...)
	player.Stderr = os.Stderr
	said, err := player.StdoutPipe()
	if err == nil {
		err = player.Start()
	}
	if err != nil {
		d.fatalf("%v", err)
	}
	d.t.Cleanup(func() {
		_ = player.Process.Kill()
		_ = player.Wait()
		_ = os.RemoveAll(folder)
	})
	d.player = player
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if lines.Text() == "listening" {
			return path
		}
	}
	d.fatalf("the player did not listen")
	return ""
}

// makeSession is awaited, or started under the name of its call.
func (d *driver) makeSession(do map[string]any) {
	d.t.Helper()
	name := text(do, "as", "session")
	call := map[string]any{"op": do["op"]}
	if as, ok := do["call"].(string); ok {
		call["as"] = as
	}
	params := decode[myelin.SessionCreateParams](d, orEmpty(do["params"]))
	made := make(chan *myelin.Session, 1)
	d.call(call, func(ctx context.Context) (any, error) {
		var session *myelin.Session
		var err error
		if do["op"] == "open" {
			session, err = d.client.OpenSession(ctx, text(do, "sessionId", ""), subscription(params))
		} else {
			session, err = d.client.CreateSession(ctx, sessionOptions(params))
		}
		made <- session
		return map[string]any{}, err
	})
	if call["as"] == nil {
		d.sessions[name] = <-made
	}
}

func orEmpty(value any) any {
	if value == nil {
		return map[string]any{}
	}
	return value
}

func sessionOptions(params myelin.SessionCreateParams) myelin.SessionOptions {
	return myelin.SessionOptions{
		Cwd: value(params.Cwd), Model: params.Model, ThinkingLevel: params.ThinkingLevel,
		SystemPrompt: value(params.SystemPrompt), Subscription: subscription(params),
	}
}

func subscription(params myelin.SessionCreateParams) myelin.Subscription {
	return myelin.Subscription{
		Types: params.Types, Snapshots: value(params.Snapshots), Chunks: value(params.Chunks),
		Acknowledge: value(params.Acknowledge), WhenFull: params.WhenFull, Window: value(params.WindowBytes),
	}
}

func value[T any](optional *T) (value T) {
	if optional != nil {
		value = *optional
	}
	return value
}

func (d *driver) events(do map[string]any) {
	d.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var options []myelin.EventsOption
	if seq, ok := do["afterSeq"].(float64); ok {
		options = append(options, myelin.AfterSeq(int64(seq)))
	}
	one := &thing{cancel: cancel}
	envelopes := d.session(do).Envelopes(ctx, options...)
	one.next, one.leave = iter.Pull2(func(yield func(myelin.SessionEvent, error) bool) {
		for envelope, err := range envelopes {
			one.seq = envelope.Seq
			if !yield(envelope.Event, err) {
				return
			}
		}
	})
	d.things[text(do, "as", "stream")] = one
}

func (d *driver) prompt(do map[string]any) {
	d.t.Helper()
	var options []myelin.PromptOption
	if do["content"] != nil {
		params := decode[myelin.SteerParams](d, map[string]any{"sessionId": "", "content": do["content"]})
		options = append(options, myelin.WithContent(params.Content...))
	}
	if do["model"] != nil {
		options = append(options, myelin.WithModel(decode[myelin.ModelRef](d, do["model"])))
	}
	if level, ok := do["thinkingLevel"].(string); ok {
		options = append(options, myelin.WithThinkingLevel(myelin.ThinkingLevel(level)))
	}
	if do["tools"] != nil {
		options = append(options, myelin.WithTools(decode[[]string](d, do["tools"])...))
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
