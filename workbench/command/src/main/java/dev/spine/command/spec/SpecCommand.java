package dev.spine.command.spec;

import dev.spine.command.option.Verb;
import dev.spine.i2o.spec.Specification;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spine spec}: every message, table, parameter group and constant, from the code itself. The command's thread. */
@Command(
    name = "spec",
    description = "Prints every message, table, scatter-gather element and parameter group with the places of its fields, and every"
        + " constant, as the code itself has them, beside the names of the public I2O headers.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine spec                                    tables for people",
        "  spine spec --tsv | grep -w ExecSysTabSet      the fields of one message",
        "  spine spec --tsv | cut -f6 | grep I2O_LCT     public names of fields",
        "",
        "Lines of --tsv:",
        "  STRUCTURE  FIELD  BYTE OFFSET  FIRST BIT  BITS  PUBLIC NAME     per field and public name",
        "  constant   NAME   VALUE        PUBLIC NAME                      per constant and public name",
        "A name that the public headers do not have is -."
    })
public final class SpecCommand extends Verb implements Callable<Integer> {
    @Option(names = "--tsv", description = "Write lines of fields separated by tabs, for programs.")
    private boolean tsv;

    /** Made by picocli, which fills the fields. */
    public SpecCommand() {}

    @Override
    public Integer call() {
        Specification specification = Specification.ofTheCode();
        PrintWriter out = out();
        out.print(tsv ? SpecTsv.write(specification) : SpecTables.write(specification));
        out.flush();
        return 0;
    }
}
