// Changes what the model is shown, and not what is kept: it never sees the key.
package main

import (
	"context"
	"fmt"
	"log"
	"regexp"

	myelin "myelin.dev/go"
)

var key = regexp.MustCompile(`sk-\w+`)

func main() {
	ctx := context.Background()
	client, err := myelin.Spawn(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	session, err := client.CreateSession(ctx, myelin.SessionOptions{})
	if err != nil {
		log.Panic(err)
	}
	session.OnContext(hideKeys, myelin.WithRequired())
	for event, err := range session.Prompt(ctx, `bash command="echo the key is sk-12345"`) {
		if err != nil {
			log.Panic(err)
		}
		switch event := event.(type) {
		case myelin.MessageEnd:
			if said, ok := event.Message.(myelin.UserMessage); ok {
				fmt.Println("said:", said.Content[0].(myelin.TextBlock).Text)
			}
		case myelin.ToolExecutionStart:
			fmt.Println("the model saw:", event.Args["command"])
		}
	}
}

func hideKeys(_ context.Context, shown myelin.ContextPayload) (*myelin.ContextPatch, error) {
	patch := &myelin.ContextPatch{Replace: map[string]myelin.Message{}}
	for _, message := range shown.Messages {
		said, ok := message.(myelin.UserMessage)
		if !ok {
			continue
		}
		said.Content = append([]myelin.ContentBlock(nil), said.Content...)
		for i, block := range said.Content {
			if text, ok := block.(myelin.TextBlock); ok {
				text.Text = key.ReplaceAllString(text.Text, "[hidden]")
				said.Content[i] = text
			}
		}
		patch.Replace[said.ID] = said
	}
	return patch, nil
}
