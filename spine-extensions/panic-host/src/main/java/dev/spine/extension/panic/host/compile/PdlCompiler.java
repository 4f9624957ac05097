package dev.spine.extension.panic.host.compile;

import dev.spine.extension.panic.host.language.PdlProgram;
import dev.spine.extension.panic.host.language.Statement;
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

    /** What reaches the end of its blocks awaits the next message. */
    private static void write(List<Statement.Block> blocks, StatementCode statements) throws ProgramTooLargeException {
        if (!statements.writeAll(blocks)) {
            statements.write(new Statement.Await(List.of(), blocks.getLast().at()));
        }
    }
}
