package myelin_test

import (
	"context"
	"encoding/json"

	myelin "myelin.dev/go"
)

// request is one call that asks something of the server.
func (d *driver) request(do map[string]any) {
	d.t.Helper()
	if do["op"] == "close" {
		d.call(do, func(context.Context) (any, error) { return done(d.client.Close()) })
		return
	}
	if ask := d.clientRequests(do)[text(do, "op", "")]; ask != nil {
		d.call(do, ask)
		return
	}
	ask := d.sessionRequests(do, d.session(do))[text(do, "op", "")]
	if ask == nil {
		d.fatalf("the driver does not know how to do %q", do["op"])
	}
	d.call(do, ask)
}

type requests map[string]func(ctx context.Context) (any, error)

func (d *driver) clientRequests(do map[string]any) requests {
	name := text(do, "name", "")
	return requests{
		"models":   func(ctx context.Context) (any, error) { return d.client.Models(ctx) },
		"plugins":  func(ctx context.Context) (any, error) { return d.client.Plugins(ctx) },
		"sessions": func(ctx context.Context) (any, error) { return d.client.Sessions(ctx) },
		"status":   func(ctx context.Context) (any, error) { return d.client.Status(ctx) },
		"settings": func(ctx context.Context) (any, error) { return d.client.Settings(ctx, text(do, "key", "")) },
		"setSetting": func(ctx context.Context) (any, error) {
			return done(d.client.SetSetting(ctx, text(do, "key", ""), do["value"]))
		},
		"ask": func(ctx context.Context) (any, error) {
			question, err := json.Marshal(do["question"])
			if err != nil {
				return nil, err
			}
			var params myelin.UiRequestParams
			if err := json.Unmarshal(question, &params); err != nil {
				return nil, err
			}
			return d.client.Ask(ctx, params)
		},
		"notify": func(ctx context.Context) (any, error) {
			return done(d.client.Notify(ctx, text(do, "sessionId", ""), text(do, "message", ""), "info"))
		},
		"loadPlugin":   func(ctx context.Context) (any, error) { return d.client.LoadPlugin(ctx, text(do, "path", "")) },
		"reloadPlugin": func(ctx context.Context) (any, error) { return d.client.ReloadPlugin(ctx, name) },
		"unloadPlugin": func(ctx context.Context) (any, error) { return done(d.client.UnloadPlugin(ctx, name)) },
		"deleteSession": func(ctx context.Context) (any, error) {
			return done(d.client.DeleteSession(ctx, text(do, "sessionId", "")))
		},
	}
}

func (d *driver) sessionRequests(do map[string]any, session *myelin.Session) requests {
	entryID, said := text(do, "entryId", ""), fillText(text(do, "text", ""))
	return requests{
		"steer":        func(ctx context.Context) (any, error) { return session.Steer(ctx, said) },
		"followUp":     func(ctx context.Context) (any, error) { return session.FollowUp(ctx, said) },
		"abort":        func(ctx context.Context) (any, error) { return session.Abort(ctx, text(do, "reason", "")) },
		"state":        func(ctx context.Context) (any, error) { return session.State(ctx) },
		"tools":        func(ctx context.Context) (any, error) { return session.Tools(ctx) },
		"closeSession": func(ctx context.Context) (any, error) { return done(session.Close(ctx)) },
		"detach":       func(ctx context.Context) (any, error) { return done(session.Detach(ctx)) },
		"rename":       func(ctx context.Context) (any, error) { return done(session.Rename(ctx, text(do, "name", ""))) },
		"label": func(ctx context.Context) (any, error) {
			return done(session.Label(ctx, entryID, text(do, "label", "")))
		},
		"navigate": func(ctx context.Context) (any, error) { return done(session.Navigate(ctx, entryID)) },
		"fork":     func(ctx context.Context) (any, error) { return session.Fork(ctx, entryID) },
		"queue":    func(ctx context.Context) (any, error) { return session.Queue(ctx) },
		"unqueue": func(ctx context.Context) (any, error) {
			return session.Unqueue(ctx, decode[[]string](d, do["itemIds"])...)
		},
		"commands": func(ctx context.Context) (any, error) { return session.Commands(ctx) },
		"runCommand": func(ctx context.Context) (any, error) {
			return session.RunCommand(ctx, text(do, "name", ""), text(do, "args", ""))
		},
		"compact": func(ctx context.Context) (any, error) { return session.Compact(ctx, text(do, "instructions", "")) },
		"setTools": func(ctx context.Context) (any, error) {
			return done(session.SetTools(ctx, decode[[]string](d, do["tools"])))
		},
		"setGoal": func(ctx context.Context) (any, error) {
			return session.SetGoal(ctx, decode[myelin.GoalAction](d, do["goal"]))
		},
		"setModel": func(ctx context.Context) (any, error) {
			return done(session.SetModel(ctx, decode[myelin.ModelRef](d, do["model"])))
		},
		"setThinkingLevel": func(ctx context.Context) (any, error) {
			return done(session.SetThinkingLevel(ctx, myelin.ThinkingLevel(text(do, "thinkingLevel", ""))))
		},
		"entries": func(ctx context.Context) (any, error) {
			page := decode[struct{ After, Limit int64 }](d, orEmpty(do["params"]))
			return session.Entries(ctx, page.After, page.Limit)
		},
		"attach": func(ctx context.Context) (any, error) { return done(d.attach(ctx, session, do)) },
	}
}

func (d *driver) attach(ctx context.Context, session *myelin.Session, do map[string]any) error {
	params := decode[myelin.SessionCreateParams](d, orEmpty(do["params"]))
	var options []myelin.EventsOption
	if after := decode[struct{ AfterSeq *int64 }](d, orEmpty(do["params"])).AfterSeq; after != nil {
		options = append(options, myelin.AfterSeq(*after))
	}
	return session.Attach(ctx, subscription(params), options...)
}

// done is the result of what answers nothing.
func done(err error) (any, error) { return map[string]any{}, err }
