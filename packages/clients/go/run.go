package myelin

import (
	"context"
	"fmt"
	"iter"
	"slices"
)

// Run is a prompt on its way: the events of the run that takes it, and how it was answered.
type Run struct {
	session  *Session
	params   PromptParams
	lane     *lane
	answered chan struct{}
	result   PromptResult
	err      error
	// again holds what the prompt was sent as on the newest connection, after the one before was lost.
	again chan sentPrompt
	// began and hasEnded belong to the reader; over is closed with hasEnded.
	began    bool
	hasEnded bool
	over     chan struct{}
}

// Prompt sends a prompt and gives the events of its run, up to its agent_end, which holds the summary. The loop gets
// an error, as its last element, when the prompt could not be run: refused, ctx ended (which cancels the run), or the
// server lost; a run that ends in an error of its model is none. Leaving the loop early does not end the run. Only one
// loop may range over it: a second one gets an error with CodeEventsMissed. After [Session.Detach] the events do not come: the
// loop waits for the answer, and ends with CodeEventsMissed if the run ended without its last event. See StartPrompt for more than the events.
func (s *Session) Prompt(ctx context.Context, text string, options ...PromptOption) iter.Seq2[SessionEvent, error] {
	return s.StartPrompt(ctx, text, options...).Events()
}

// StartPrompt sends a prompt and returns at once. Hooks and tools that were registered before are in force: if the server
// refused one, the prompt is not sent and fails with HOOK_REJECTED. When ctx ends before the answer, the run is cancelled.
//
// The server waits for a loop over the events that is slow. Nobody has to range over them: what comes before a loop begins
// is kept as far as it is little, and let go when it is not.
func (s *Session) StartPrompt(ctx context.Context, text string, options ...PromptOption) *Run {
	params := PromptParams{SessionID: s.id, PromptID: mintPromptID()}
	for _, option := range options {
		if option != nil {
			option(&params)
		}
	}
	params.Text, params.Content = textOrContent(text, params.Content)
	run := &Run{session: s, params: params, answered: make(chan struct{}), over: make(chan struct{}), again: make(chan sentPrompt, 1)}
	run.lane = s.newLane(run.accept)
	s.join(run.lane, nil)
	if connection := s.client.link.now(); connection != nil && s.settled() {
		go run.await(ctx, run.send(ctx, connection))
	} else {
		go run.sendLater(ctx)
	}
	return run
}

// sentPrompt is a request for the answer to a prompt, or why there is none.
type sentPrompt struct {
	call *call
	err  error
}

// send puts the prompt in line; from then on every new connection asks for its answer.
func (r *Run) send(ctx context.Context, connection *connection) sentPrompt {
	r.session.client.asked(r)
	call, err := connection.begin(ctx, "session/prompt", r.params, nil)
	return sentPrompt{call, err}
}

// settled is whether nothing that was registered still waits for its answer, and nothing was refused: a prompt then
// takes its place in line before StartPrompt returns.
func (s *Session) settled() bool { return s.pending.settled() && s.client.pending.settled() }

// refusal is why prompts of the session fail: the server refused a hook or a tool.
func (s *Session) refusal() error {
	if err := s.client.pending.refusal(); err != nil {
		return err
	}
	return s.pending.refusal()
}

func (r *Run) sendLater(ctx context.Context) {
	for _, pending := range []*registrations{&r.session.client.pending, &r.session.pending} {
		if err := pending.wait(ctx); err != nil {
			r.finish(PromptResult{}, err)
			return
		}
	}
	connection, err := r.session.client.link.wait(ctx)
	if err != nil {
		r.finish(PromptResult{}, err)
		return
	}
	r.await(ctx, r.send(ctx, connection))
}

func (r *Run) await(ctx context.Context, sent sentPrompt) {
	client := r.session.client
	result, err := sent.answer(ctx)
	for isLost(err) && client.link.renews {
		sent = r.sendAgain(ctx, sent)
		if result, err = sent.answer(ctx); err == nil {
			err = r.catchUp(ctx, result)
		}
	}
	client.answered(r)
	r.finish(result, err)
}

// sendAgain is the prompt on the next connection, which asks by itself for the answers to what was sent.
func (r *Run) sendAgain(ctx context.Context, lost sentPrompt) sentPrompt {
	link := r.session.client.link
	if lost.call == nil {
		connection, err := link.wait(ctx)
		if err != nil {
			return sentPrompt{err: err}
		}
		return r.send(ctx, connection)
	}
	select {
	case again := <-r.again:
		return again
	case <-ctx.Done():
		go r.callOff()
		return sentPrompt{err: cancelled("session/prompt", context.Cause(ctx))}
	case <-r.session.client.over:
		_, err := link.wait(ctx)
		return sentPrompt{err: err}
	}
}

func (s sentPrompt) answer(ctx context.Context) (result PromptResult, err error) {
	if s.err != nil {
		return result, s.err
	}
	raw, err := s.call.wait(ctx)
	if err == nil {
		err = decodeAnswer("session/prompt", raw, &result)
	}
	return result, err
}

// catchUp waits for the events of a run whose answer was asked for again: they may be on their way when it comes.
func (r *Run) catchUp(ctx context.Context, answer PromptResult) error {
	if r.isOver() || answer.Summary == nil {
		return nil
	}
	now, err := request[SessionResult](ctx, r.session.client, "session/state", r.session.params())
	if err != nil && !isLost(err) {
		return nil
	}
	select {
	case <-r.over:
	case <-r.session.reached(now.Seq):
	case <-ctx.Done():
	}
	return err
}

// callOff cancels a prompt whose ctx ended while there was no connection.
func (r *Run) callOff() {
	ctx, cancel := context.WithCancel(context.Background())
	call, err := r.session.client.begin(ctx, "session/prompt", r.params, nil)
	cancel()
	_, _ = sentPrompt{call, err}.answer(ctx)
}

func (r *Run) finish(result PromptResult, err error) {
	r.result, r.err = result, err
	close(r.answered)
	switch {
	case isCancelledHere(err):
		r.lane.fail(err)
	case err == nil && result.Summary != nil && r.lane.wasCut() && !r.isOver():
		r.lane.close(&Error{
			Code:    CodeEventsMissed,
			Message: fmt.Sprintf("the run ended, but session %s was detached, so that not all its events came; take the answer from Result, or Attach before the prompt", r.session.id),
		})
	default:
		r.lane.close(err)
	}
	r.session.settle()
}

// isOver is whether the last event of the run came.
func (r *Run) isOver() bool {
	select {
	case <-r.over:
		return true
	default:
		return false
	}
}

// Events are the events of the run, as in Prompt.
func (r *Run) Events() iter.Seq2[SessionEvent, error] { return eventsOf(r.lane.each) }

// Result waits for the answer to the prompt, which comes after all events of its run: the summary, or the id of the
// message that waits for the next run. It does not wait for a loop over the events.
func (r *Run) Result() (PromptResult, error) {
	<-r.answered
	return r.result, r.err
}

// accept takes what is said between the event that names our prompt and the end of that run.
func (r *Run) accept(envelope Envelope) bool {
	if r.hasEnded {
		return false
	}
	names, isLast := slices.Contains(envelope.PromptIDs, r.params.PromptID), false
	switch event := envelope.Event.(type) {
	case Gap:
		names = slices.Contains(event.State.PromptIDs, r.params.PromptID)
		isLast = !names
	case AgentEnd:
		isLast = !event.WillRetry
	}
	r.began = r.began || names
	if r.began && isLast {
		r.hasEnded = true
		close(r.over)
	}
	return r.began
}
