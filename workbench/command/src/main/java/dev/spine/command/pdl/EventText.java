package dev.spine.command.pdl;

import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.iop.PlainText;

/** Events of programs for people, a line each. Stateless; any thread. */
final class EventText {
    private EventText() {}

    /** {@return the line of an event} */
    static String of(Fields event) throws RequestException {
        return switch (event.text(ControlProtocol.EVENT_KEY, ControlProtocol.MAX_NAME)) {
            case "display" -> program(event) + ": " + event.number("value", 0, Long.MAX_VALUE);
            case "state" -> state(event);
            case ControlProtocol.LOST_EVENT -> "lost " + event.number("count", 1, Long.MAX_VALUE)
                + " before this: they came faster than they were read";
            default -> "something else has happened: use the spine command of the same version as the system";
        };
    }

    private static String program(Fields event) throws RequestException {
        return event.text("on", ControlProtocol.MAX_LINE) + " program " + event.number("program", 0, Long.MAX_VALUE);
    }

    private static String state(Fields event) throws RequestException {
        String fault = event.text("fault", ControlProtocol.MAX_LINE);
        return program(event) + " " + event.text("name", ControlProtocol.MAX_LINE) + ": " + event.text("state", ControlProtocol.MAX_LINE)
            + (fault.isEmpty() ? "" : ", " + PlainText.line(fault) + line(event));
    }

    /** {@return where a fault was, when that is known} */
    static String line(Fields program) throws RequestException {
        long line = program.number("line", 0, Long.MAX_VALUE);
        return line == 0 ? "" : ", line " + line;
    }
}
