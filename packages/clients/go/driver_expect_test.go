package myelin_test

import (
	"errors"
	"time"

	myelin "myelin.dev/go"
)

// expect compares what the program sees with one line.
func (d *driver) expect(wanted map[string]any) {
	d.t.Helper()
	of := d.thing(text(wanted, "of", "run"))
	if seq, ok := wanted["seq"]; ok {
		defer func() { d.same(seq, float64(of.seq)) }()
	}
	for member, value := range wanted {
		switch member {
		case "of", "seq":
		case "event":
			d.same(value, d.fullForm(d.nextEvent(of)))
		case "types":
			for _, kind := range value.([]any) {
				d.same(kind, d.nextEvent(of).Type())
			}
		case "end":
			d.expectEnd(of)
		case "summary":
			d.same(value, asJSON(d.t, d.result(of).Summary))
		case "queued":
			d.same(value, asJSON(d.t, d.result(of).Queued))
		case "result":
			d.within("the call", func() { <-of.done })
			if of.err != nil {
				d.fatalf("the call failed: %v", of.err)
			}
			d.same(value, asJSON(d.t, of.value))
		case "error":
			d.expectError(value.(map[string]any), d.failure(of))
		case "call":
			d.expectCall(of, value)
		case "aborted":
			d.within("the abort", func() { <-of.current.ctx.Done() })
		default:
			d.fatalf("the driver does not know how to expect %q", member)
		}
	}
}

// expectCall takes the call that is wanted; handlers run beside each other, so that others may come before it.
func (d *driver) expectCall(of *thing, wanted any) {
	d.t.Helper()
	for i, call := range of.early {
		if difference(wanted, call.payload, "") == "" {
			of.current, of.early = call, append(of.early[:i:i], of.early[i+1:]...)
			return
		}
	}
	for {
		select {
		case call := <-of.calls:
			if difference(wanted, call.payload, "") == "" {
				of.current = call
				return
			}
			of.early = append(of.early, call)
		case <-time.After(patience):
			d.fatalf("expected the call %s, others came: %v", brief(wanted), of.early)
		}
	}
}

func (d *driver) same(wanted, found any) {
	d.t.Helper()
	if difference := difference(wanted, found, ""); difference != "" {
		d.fatalf("%s", difference)
	}
}

func (d *driver) nextEvent(of *thing) (event myelin.SessionEvent) {
	d.t.Helper()
	var err error
	var ok bool
	d.within("the next event", func() { event, err, ok = of.next() })
	if !ok || err != nil {
		d.fatalf("expected an event, found the end (error: %v)", err)
	}
	return event
}

// fullForm is the JSON of an event, with the message that an update builds.
func (d *driver) fullForm(event myelin.SessionEvent) any {
	form := asJSON(d.t, event)
	if update, ok := event.(myelin.MessageUpdate); ok {
		form.(map[string]any)["message"] = asJSON(d.t, update.Message())
	}
	return form
}

func (d *driver) expectEnd(of *thing) {
	d.t.Helper()
	d.within("the end", func() {
		if event, err, ok := of.next(); ok {
			d.t.Errorf("%s: expected the end, found %v (error: %v)", d.at, event, err)
		}
	})
}

func (d *driver) result(of *thing) (result myelin.PromptResult) {
	d.t.Helper()
	var err error
	d.within("the result", func() { result, err = of.run.Result() })
	if err != nil {
		d.fatalf("the run failed: %v", err)
	}
	return result
}

func (d *driver) failure(of *thing) (err error) {
	d.t.Helper()
	d.within("the failure", func() {
		switch {
		case of.run != nil:
			_, err = of.run.Result()
		case of.next != nil:
			_, err, _ = of.next()
		default:
			<-of.done
			err = of.err
		}
	})
	return err
}

func (d *driver) expectError(wanted map[string]any, err error) {
	d.t.Helper()
	var found *myelin.Error
	if !errors.As(err, &found) {
		d.fatalf("expected the error %s, found %v", brief(wanted), err)
	}
	form := map[string]any{"code": string(found.Code), "message": found.Message}
	if found.Exit != nil {
		form["exitCode"], form["stderr"] = float64(found.Exit.Code), found.Exit.Stderr
	}
	for member, value := range wanted {
		if difference := difference(value, form[member], "/"+member); difference != "" {
			d.fatalf("%s in %v", difference, err)
		}
	}
}
