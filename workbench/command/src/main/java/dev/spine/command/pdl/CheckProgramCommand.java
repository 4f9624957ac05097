package dev.spine.command.pdl;

import dev.spine.command.option.InputFile;
import dev.spine.command.option.Verb;
import dev.spine.extension.panic.host.compile.PdlCompiler;
import dev.spine.extension.panic.host.language.PdlProgram;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine pdl check}: what is to be said of a program. The command's thread. */
@Command(
    name = "check",
    description = "Reads a program, or says line by line what is wrong with it.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:it is a program; a line for each warning", "1:it is none; a line for each finding says where, and what was expected",
        "2:the user must change something; one line says what"},
    footer = {
        "  spine pdl check gate.pdl"
    })
public final class CheckProgramCommand extends Verb implements Callable<Integer> {
    @Mixin
    private InputFile input = new InputFile();

    /** Made by picocli, which fills the fields. */
    public CheckProgramCommand() {}

    @Override
    public Integer call() {
        ProgramText text = ProgramText.of(input);
        text.tell(out());
        if (text.compiled(out(), PdlCompiler::compile).isEmpty()) {
            return 1;
        }
        text.read().program().ifPresent(program -> out().println(input.shown() + ": " + shown(program)));
        out().flush();
        return 0;
    }

    private static String shown(PdlProgram program) {
        int words = program.variables().stream().mapToInt(PdlProgram.Variable::words).sum();
        return String.format(Locale.ROOT, "program %s%s, %s, %s", program.name(), program.id() == 0 ? "" : ", number " + program.id(),
            counted(program.triggers().size(), "trigger"), counted(words, "word") + " of variables");
    }

    private static String counted(int count, String what) {
        return String.format(Locale.ROOT, count == 1 ? "%,d %s" : "%,d %ss", count, what);
    }
}
