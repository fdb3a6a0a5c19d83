package myelin_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	myelin "myelin.dev/go"
)

type oneWord struct {
	Word string `json:"word"`
}

// act is what a tool of these tests does.
type act func(ctx context.Context, name string) (string, error)

// withTools registers the tools one and two, which do the same.
func withTools(client *myelin.Client, manners myelin.Tool, do act) {
	for _, name := range []string{"one", "two"} {
		tool := myelin.NewTool(name, "Does "+name, func(ctx context.Context, _ oneWord, _ *myelin.ToolExecution) (myelin.ToolResult, error) {
			text, err := do(ctx, name)
			return myelin.TextResult(text), err
		})
		tool.Concurrency, tool.Limit, tool.OnInterjection = manners.Concurrency, manners.Limit, manners.OnInterjection
		tool.Preview = manners.Preview
		client.RegisterTool(tool)
	}
}

// results are what the tools of a run came to.
func results(events []myelin.SessionEvent) (texts []string) {
	for _, end := range all[myelin.ToolExecutionEnd](events) {
		texts = append(texts, textOf(end.Result.Content))
	}
	return texts
}

const both = `one word="a" and two word="b"`

func TestTwoToolsOfAProgramNeverOverlapUnlessTheySayThatTheyMay(t *testing.T) {
	ctx, client, session, _ := openSession(t)
	var mu sync.Mutex
	var trace []string
	note := func(what string) { mu.Lock(); trace = append(trace, what); mu.Unlock() }
	withTools(client, myelin.Tool{}, func(ctx context.Context, name string) (string, error) {
		note(name + " begins")
		// Had the server asked for the other one too, it would have done so before it answers this.
		_, err := client.Status(ctx)
		note(name + " ends")
		return name, err
	})
	if got := results(everything(t, ctx, session, both)); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("the results are %q", got)
	}
	if wanted := []string{"one begins", "one ends", "two begins", "two ends"}; !slices.Equal(trace, wanted) {
		t.Errorf("they ran as %q", trace)
	}
}

func TestTwoParallelToolsOfAProgramRunAtOnce(t *testing.T) {
	ctx, client, session, _ := openSession(t)
	var met sync.WaitGroup
	met.Add(2)
	withTools(client, myelin.Tool{Concurrency: myelin.ClientToolConcurrencyParallel}, func(context.Context, string) (string, error) {
		met.Done()
		met.Wait()
		return "met", nil
	})
	if got := results(everything(t, ctx, session, both)); !slices.Equal(got, []string{"met", "met"}) {
		t.Errorf("the results are %q", got)
	}
}

func TestAToolOfAProgramThatIsCutShortHasFailedAndItsContextEnds(t *testing.T) {
	for why, manners := range map[string]myelin.Tool{
		"Timed out after 20 ms.":           {Limit: 20 * time.Millisecond},
		"Cancelled: the user interjected.": {Limit: myelin.NoLimit, OnInterjection: myelin.ClientToolOnInterjectionCancel},
	} {
		t.Run(why, func(t *testing.T) {
			ctx, client, session, _ := openSession(t)
			stopped := make(chan struct{})
			withTools(client, manners, func(own context.Context, _ string) (string, error) {
				if manners.OnInterjection != "" {
					// Not by its own context, which what it says ends.
					if _, err := session.Steer(ctx, "wait"); err != nil {
						t.Error(err)
					}
				}
				<-own.Done()
				close(stopped)
				return "", own.Err()
			})
			events := everything(t, ctx, session, `one word="a"`)
			<-stopped
			if end := only[myelin.ToolExecutionEnd](t, events); !end.IsError || textOf(end.Result.Content) != why {
				t.Errorf("it ended as %+v", end)
			}
		})
	}
}

func TestWhatAToolIsAboutToDoIsShownAndAPreviewThatFailsIsTheResult(t *testing.T) {
	ctx, client, session, _ := openSession(t)
	preview := func(_ context.Context, call *myelin.ToolExecution) (map[string]any, error) {
		call.Report(myelin.ToolProgress{Kind: myelin.ToolProgressKindOutput, Delta: "is ignored"})
		if strings.Contains(string(call.Args), `"b"`) {
			panic("nothing to look at")
		}
		return map[string]any{"diff": string(call.Args)}, nil
	}
	withTools(client, myelin.Tool{Preview: preview}, func(_ context.Context, name string) (string, error) { return name, nil })
	events := everything(t, ctx, session, both)
	if shown := only[myelin.ToolExecutionUpdate](t, events); shown.Kind != "preview" || shown.Update["diff"] != `{"word":"a"}` {
		t.Errorf("shown was %+v", shown)
	}
	if got := results(events); !slices.Equal(got, []string{"one", `The client failed at "tool/preview": panic: nothing to look at`}) {
		t.Errorf("the results are %q", got)
	}
}

func TestAToolWhoseLimitIsNoneIsRefused(t *testing.T) {
	ctx, client, session, _ := openSession(t)
	withTools(client, myelin.Tool{Limit: -time.Nanosecond}, func(context.Context, string) (string, error) { return "", nil })
	_, err := session.StartPrompt(ctx, both).Result()
	if !errors.Is(err, myelin.CodeHookRejected) || !strings.Contains(err.Error(), "timeoutMs: expected minimum 0, found -1") {
		t.Errorf("it was refused by %v", err)
	}
}
