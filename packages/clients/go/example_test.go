package myelin_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	myelin "myelin.dev/go"
)

// exampleClient is a client of the bundled server, in an empty home.
func exampleClient() (client *myelin.Client, end func()) {
	home, err := os.MkdirTemp("", "myelin")
	if err != nil {
		log.Panic(err)
	}
	client, err = myelin.Spawn(context.Background(), myelin.WithCommand("node", server),
		myelin.WithEnv("HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "ANTHROPIC_API_KEY=", "OPENAI_API_KEY="))
	if err != nil {
		log.Panic(err)
	}
	return client, func() {
		_ = client.Close()
		_ = os.RemoveAll(home)
	}
}

func ExampleSession_Prompt() {
	client, end := exampleClient() // else: myelin.Spawn(ctx)
	defer end()
	ctx := context.Background()
	session, err := client.CreateSession(ctx, myelin.SessionOptions{})
	if err != nil {
		log.Panic(err)
	}
	for event, err := range session.Prompt(ctx, `bash command="echo hello"`) {
		if err != nil {
			log.Panic(err)
		}
		switch event := event.(type) {
		case myelin.ToolExecutionEnd:
			fmt.Println(event.ToolName, "failed:", event.IsError)
		case myelin.AgentEnd:
			fmt.Println(event.Summary.EndReason)
		}
	}
	// Output:
	// bash failed: false
	// stop
}

func ExampleSession_OnToolCall() {
	client, end := exampleClient()
	defer end()
	ctx := context.Background()
	session, err := client.CreateSession(ctx, myelin.SessionOptions{})
	if err != nil {
		log.Panic(err)
	}
	session.OnToolCall(func(_ context.Context, call myelin.ToolCall) (myelin.Decision, error) {
		if strings.Contains(fmt.Sprint(call.Args["command"]), "rm -rf") {
			return myelin.Block("not here"), nil
		}
		return myelin.Decision{}, nil
	})
	for event, err := range session.Prompt(ctx, `bash command="rm -rf build"`) {
		if err != nil {
			log.Panic(err)
		}
		if decision, ok := event.(myelin.ToolDecision); ok {
			fmt.Println(decision.Answer, *decision.Decisions[0].Reason)
		}
	}
	// Output: block not here
}

func ExampleSession_On() {
	client, end := exampleClient()
	defer end()
	ctx := context.Background()
	session, err := client.CreateSession(ctx, myelin.SessionOptions{})
	if err != nil {
		log.Panic(err)
	}
	session.On(myelin.HookPointToolResult, myelin.Transform(
		func(_ context.Context, about myelin.ToolResultPayload) (*myelin.ToolResultPatch, error) {
			return &myelin.ToolResultPatch{Content: []myelin.ContentBlock{myelin.TextBlock{Text: about.ToolName + " was here"}}}, nil
		}))
	session.On(myelin.HookPointSystemPrompt, myelin.Transform(
		func(_ context.Context, about myelin.SystemPromptPayload) (*string, error) {
			longer := about.SystemPrompt + " Be brief."
			return &longer, nil
		}))
	for event, err := range session.Prompt(ctx, `bash command="echo hello"`) {
		if err != nil {
			log.Panic(err)
		}
		if end, ok := event.(myelin.ToolExecutionEnd); ok {
			fmt.Println(end.Result.Content[0].(myelin.TextBlock).Text)
		}
	}
	// Output: bash was here
}

func ExampleNewTool() {
	client, end := exampleClient()
	defer end()
	ctx := context.Background()
	type lookup struct {
		Word string `json:"word" description:"the word to look up"`
	}
	client.RegisterTool(myelin.NewTool("lookup", "Looks a word up in the dictionary",
		func(_ context.Context, args lookup, _ *myelin.ToolExecution) (myelin.ToolResult, error) {
			return myelin.TextResult(args.Word + ": the sheath of a nerve"), nil
		}))
	session, err := client.CreateSession(ctx, myelin.SessionOptions{})
	if err != nil {
		log.Panic(err)
	}
	for event, err := range session.Prompt(ctx, `lookup word="myelin"`) {
		if err != nil {
			log.Panic(err)
		}
		if end, ok := event.(myelin.ToolExecutionEnd); ok {
			fmt.Println(end.Result.Content[0].(myelin.TextBlock).Text)
		}
	}
	// Output: myelin: the sheath of a nerve
}

func ExampleSession_Envelopes() {
	client, end := exampleClient()
	defer end()
	ctx := context.Background()
	session, err := client.CreateSession(ctx, myelin.SessionOptions{})
	if err != nil {
		log.Panic(err)
	}
	events := session.Envelopes(ctx)
	run := session.StartPrompt(ctx, "hello")
	var known int64
	for envelope, err := range events {
		if err != nil {
			log.Panic(err)
		}
		if known = envelope.Seq; envelope.Event.Type() == "turn_start" {
			break
		}
	}
	_, _ = run.Result()
	for envelope, err := range session.Envelopes(ctx, myelin.AfterSeq(known)) {
		if err != nil {
			log.Panic(err)
		}
		fmt.Println(envelope.Seq > known, envelope.Event.Type())
		break
	}
	// Output: true message_start
}

func ExampleError() {
	client, end := exampleClient()
	defer end()
	_, err := client.OpenSession(context.Background(), "nobody", myelin.Subscription{})
	fmt.Println(errors.Is(err, myelin.CodeSessionNotFound))
	var found *myelin.Error
	fmt.Println(errors.As(err, &found), found.Code)
	// Output:
	// true
	// true SESSION_NOT_FOUND
}
