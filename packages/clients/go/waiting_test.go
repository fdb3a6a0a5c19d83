package myelin_test

import (
	"testing"

	myelin "myelin.dev/go"
)

func TestTheMakerOfASessionThatAttachesAnewIsWaitedForUnlessItWishesForGaps(t *testing.T) {
	ctx, client := spawnCounting(t)
	for _, wishes := range []myelin.Subscription{{Window: 1000}, {Window: 1000, WhenFull: myelin.WhenFullGap}} {
		session, _ := countingSession(t, ctx, client)
		if err := session.Attach(ctx, wishes); err != nil {
			t.Fatal(err)
		}
		gaps, slow, said := 0, 20, ""
		for event, err := range session.Prompt(ctx, "5000 deltas") {
			if err != nil {
				t.Fatal(err)
			}
			switch event := event.(type) {
			case myelin.Gap:
				gaps++
			case myelin.MessageUpdate:
				said += event.Delta
				if slow--; slow < 0 {
					continue
				}
				// Slower than the model, which says a thousand numbers a turn of its event loop.
				if _, err := session.State(ctx); err != nil {
					t.Fatal(err)
				}
			}
		}
		isWaitedFor := wishes.WhenFull == ""
		if (gaps == 0) != isWaitedFor || (said == numbers(5000)) != isWaitedFor {
			t.Errorf("with %+v came %d gaps and %d characters", wishes, gaps, len(said))
		}
	}
}

func TestWhoOwnsASessionIsWaitedForWhenItAttachesByItsID(t *testing.T) {
	ctx, client := spawnCounting(t)
	session, _ := countingSession(t, ctx, client)
	if _, err := client.AttachSession(ctx, session.ID(), myelin.Subscription{Window: 1000}); err != nil {
		t.Fatal(err)
	}
	slow := 20
	for event, err := range session.Prompt(ctx, "5000 deltas") {
		if err != nil {
			t.Fatal(err)
		}
		if gap, ok := event.(myelin.Gap); ok {
			t.Fatalf("found %+v", gap)
		}
		if slow--; slow < 0 {
			continue
		}
		if _, err := session.State(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

func TestALoopFromTheBeginningGivesNoOtherLoopItsTextTwice(t *testing.T) {
	ctx, client := spawnCounting(t)
	session, _ := countingSession(t, ctx, client)
	read := func(slow int, begun chan<- struct{}, options ...myelin.EventsOption) string {
		said, updates := "", 0
		for event, err := range session.Events(ctx, options...) {
			if err != nil {
				t.Error(err)
				break
			}
			switch event := event.(type) {
			case myelin.AgentEnd:
				return said
			case myelin.MessageUpdate:
				said += event.Delta
				if updates++; updates == slow {
					close(begun)
				}
				if updates < slow {
					_, _ = session.State(ctx)
				}
			}
		}
		return said
	}
	begun, first := make(chan struct{}), make(chan string, 1)
	run := session.StartPrompt(ctx, "60000 deltas")
	go func() { first <- read(20, begun, myelin.AfterSeq(0)) }()
	<-begun
	if late := read(0, nil, myelin.AfterSeq(0)); late != numbers(60000) {
		t.Errorf("the late loop has %d characters", len(late))
	}
	if said := <-first; said != numbers(60000) {
		t.Errorf("the first loop has %d characters, and the message has %d", len(said), len(numbers(60000)))
	}
	if _, err := run.Result(); err != nil {
		t.Fatal(err)
	}
}
