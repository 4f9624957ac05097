package dev.spine.command.run;

import dev.spine.extension.panic.host.library.ProgramListing;
import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.Variable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a reply says of programs. Stateless; any thread. */
final class ProgramView {
    /** In an event: the state of a program that is not loaded any more. */
    static final String UNLOADED = "unloaded";

    private ProgramView() {}

    /** {@return what ended its last activation, in words; an empty text when no fault did} */
    static String fault(ProgramListing program) {
        return program.fault() == Fault.NONE ? "" : program.fault().text();
    }

    /** {@return a program as a member of a list} */
    static Map<String, Object> row(String on, ProgramListing program) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("on", on);
        row.put("program", program.id());
        row.put("name", program.name());
        row.put("state", program.state().text());
        row.put("fault", fault(program));
        row.put("line", program.line());
        row.put("dataWords", program.dataWords());
        row.put("fileBytes", program.fileBytes());
        row.put("waiting", program.waiting());
        row.put("activations", Integer.toUnsignedLong(program.activations()));
        row.put("steps", Integer.toUnsignedLong(program.steps()));
        return row;
    }

    /** {@return the variables of a program, in the order of its data area} */
    static List<Object> variables(Program program) {
        List<Object> variables = new ArrayList<>();
        for (int i = 0; i < program.variables(); i++) {
            Variable variable = program.variable(i);
            variables.add(Map.of("name", variable.name(), "first", variable.first(), "words", variable.words()));
        }
        return variables;
    }
}
