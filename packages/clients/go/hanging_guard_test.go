package myelin

import (
	"context"
	"fmt"
	"os"
)

// hangingGuard is a program whose guard never answers. It says "server PID" and, once it is asked, "asked".
func hangingGuard(folder string) {
	ctx := context.Background()
	client, err := Spawn(ctx,
		WithCommand("sh", "-c", `echo "server $$" >&2; exec node "$0"`, "../../myelin/dist/server.cjs"),
		WithEnv("HOME="+folder, "XDG_CONFIG_HOME="+folder, "ANTHROPIC_API_KEY="),
		WithStderr(os.Stdout),
	)
	if err != nil {
		panic(err)
	}
	session, err := client.CreateSession(ctx, SessionOptions{Cwd: folder})
	if err != nil {
		panic(err)
	}
	session.OnToolCall(func(context.Context, ToolCall) (Decision, error) {
		fmt.Println("asked")
		select {}
	})
	_, _ = session.StartPrompt(ctx, `bash command="touch trace"`).Result()
}
