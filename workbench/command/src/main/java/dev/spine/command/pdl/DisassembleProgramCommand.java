package dev.spine.command.pdl;

import dev.spine.command.option.InputFile;
import dev.spine.command.option.Verb;
import dev.spine.extension.panic.host.compile.Disassembly;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramFormat;
import dev.spine.extension.panic.program.ProgramReader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine pdl disassemble}: shows a program file as text. The command's thread. */
@Command(
    name = "disassemble",
    description = "Shows what a program file holds: its variables, and the instructions of each block with the lines of the text.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "2:the user must change something; one line says what"},
    footer = {
        "  spine pdl disassemble gate.program"
    })
public final class DisassembleProgramCommand extends Verb implements Callable<Integer> {
    @Mixin
    private InputFile input = new InputFile();

    /** Made by picocli, which fills the fields. */
    public DisassembleProgramCommand() {}

    @Override
    public Integer call() {
        try {
            out().print(Disassembly.of(ProgramReader.read(ProgramBytes.of(input.bytes(ProgramFormat.MAX_BYTES)))));
        } catch (ProgramException e) {
            throw wrong(input.shown() + " is no program file: " + e.getMessage(), e);
        }
        out().flush();
        return 0;
    }
}
