package dev.spine.command.pdl;

import dev.spine.command.option.InputFile;
import dev.spine.command.option.Verb;
import dev.spine.extension.panic.host.language.PdlFormat;
import dev.spine.system.output.OutputFile;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spine pdl format}: writes a program as all are written. The command's thread. */
@Command(
    name = "format",
    description = "Writes a program as all are written: words of the language in capitals, a statement a line, two spaces for each block. "
        + "Comments and blocks of one line stay.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "1:it is no program; a line for each finding says where, and nothing is written",
        "2:the user must change something; one line says what"},
    footer = {
        "  spine pdl format gate.pdl",
        "  spine pdl format --in-place gate.pdl"
    })
public final class FormatProgramCommand extends Verb implements Callable<Integer> {
    @Mixin
    private InputFile input = new InputFile();

    @Option(names = {"-i", "--in-place"}, description = "Writes to the file itself, when it is written otherwise. Default: to standard"
        + " output.")
    private boolean isInPlace;

    /** Made by picocli, which fills the fields. */
    public FormatProgramCommand() {}

    @Override
    public Integer call() {
        ProgramText text = ProgramText.of(input);
        if (text.read().program().isEmpty()) {
            text.tellWrong(out());
            return 1;
        }
        String written = PdlFormat.format(text.text());
        if (!isInPlace) {
            new OutputFile("-").write(written, out());
        } else if (!written.equals(text.text())) {
            new OutputFile(input.path().toString()).write(written, out());
        }
        return 0;
    }
}
