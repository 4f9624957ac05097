package dev.spine.extension.panic.host.compile;

import dev.spine.extension.panic.host.language.PdlProgram;
import dev.spine.extension.panic.host.language.Statement;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramReader;
import java.util.List;

/** Makes program files of programs. Stateless. Any thread. */
public final class PdlCompiler {
    private PdlCompiler() {}

    /**
     * {@return the program file, which a card takes}
     *
     * @param program one that was checked
     * @throws ProgramTooLargeException when it has more of something than a file can have
     */
    public static byte[] compile(PdlProgram program) throws ProgramTooLargeException {
        CodeWriter code = new CodeWriter(program);
        StatementCode statements = new StatementCode(code, program);
        code.beginStart();
        write(List.of(program.start()), statements);
        // Triggers have their bits in the order in which the program names them.
        for (PdlProgram.Trigger trigger : program.triggers()) {
            PdlProgram.Handler handler = program.handlers().stream().filter(each -> each.trigger().number() == trigger.number()).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("trigger " + trigger.number() + " has no block: give a checked program"));
            code.begin(trigger.number());
            write(handler.blocks(), statements);
        }
        return code.toBytes();
    }

    /**
     * {@return the program file, of which transfers go on beside the statements behind them} The program waits for them before the first
     * statement that reads what a GET writes, writes what a GET or a DELIVER has, uses the same segment, uses a flag or a lock, or sends.
     * AWAIT and STOP wait in any case. Memory, flags, messages and faults are those of {@link #compile}; steps are fewer or more only by
     * the waits.
     *
     * @param program as there
     * @throws ProgramTooLargeException as there, and when the waits find no room
     */
    public static byte[] compileOverlapping(PdlProgram program) throws ProgramTooLargeException {
        try {
            return OverlapWriter.write(ProgramReader.read(ProgramBytes.of(compile(program))));
        } catch (ProgramException e) {
            throw new IllegalStateException("the compiler made a file that no card takes", e);
        }
    }

    /** What reaches the end of its blocks awaits the next message. */
    private static void write(List<Statement.Block> blocks, StatementCode statements) throws ProgramTooLargeException {
        if (!statements.writeAll(blocks)) {
            statements.write(new Statement.Await(List.of(), blocks.getLast().at()));
        }
    }
}
