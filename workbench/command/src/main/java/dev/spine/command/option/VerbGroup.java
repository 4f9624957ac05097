package dev.spine.command.option;

/** A command that has only subcommands. The command's thread. */
public abstract class VerbGroup extends Verb implements Runnable {
    /** Made by picocli. */
    protected VerbGroup() {}

    /** Without a subcommand there is nothing to do: prints the help to standard output. */
    @Override
    public final void run() {
        commandLine().usage(out());
    }
}
