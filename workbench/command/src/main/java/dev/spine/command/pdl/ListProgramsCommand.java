package dev.spine.command.pdl;

import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.Fields;
import dev.spine.command.control.ProgramRequest;
import dev.spine.command.control.RequestException;
import dev.spine.command.run.AnswerOption;
import dev.spine.command.run.RunningSystemOption;
import dev.spine.iop.PlainText;
import dev.spine.system.output.TextTable;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine pdl list}: the programs of a running system. The command's thread. */
@Command(
    name = "list",
    description = "Lists the programs on the cards of a running system, and what has ended those that faulted.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "1:a card did not answer", "2:the user must change something; one line says what"},
    footer = {
        "  spine pdl list",
        "  spine pdl list --on nic",
        "  spine pdl list --json - | jq '.programs[].name'"
    })
public final class ListProgramsCommand implements Callable<Integer> {
    private static final int CARD_WIDTH = 12;
    private static final int NAME_WIDTH = 14;
    private static final String CUT = "..";

    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Mixin
    private CardOption card = new CardOption();

    @Mixin
    private AnswerOption json = new AnswerOption();

    /** Made by picocli, which fills the fields. */
    public ListProgramsCommand() {}

    @Override
    public Integer call() {
        return json.show(system.ask(new ProgramRequest.ListPrograms(card.name())), system.out(), ListProgramsCommand::print);
    }

    private static void print(Fields answer, PrintWriter out) throws RequestException {
        if (answer.objects("programs").isEmpty()) {
            out.println("none");
            return;
        }
        TextTable table = new TextTable("on", "program", "name", "state", "waiting", "activations", "steps", "words");
        StringBuilder faults = new StringBuilder();
        for (Fields row : answer.objects("programs")) {
            String on = row.text("on", ControlProtocol.MAX_LINE);
            long program = row.number("program", 1, Integer.MAX_VALUE);
            table.row(cut(on, CARD_WIDTH), Long.toString(program), cut(row.text("name", ControlProtocol.MAX_LINE), NAME_WIDTH),
                row.text("state", ControlProtocol.MAX_LINE), count(row, "waiting"), count(row, "activations"), count(row, "steps"),
                count(row, "dataWords"));
            String fault = row.text("fault", ControlProtocol.MAX_LINE);
            if (!fault.isEmpty()) {
                faults.append("program ").append(program).append(" on ").append(on).append(" faulted: ")
                    .append(PlainText.line(fault)).append(EventText.line(row)).append('\n');
            }
        }
        out.print(table);
        out.print(faults);
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - CUT.length()) + CUT;
    }

    private static String count(Fields row, String key) throws RequestException {
        return String.format(Locale.ROOT, "%,d", row.number(key, 0, Long.MAX_VALUE));
    }
}
