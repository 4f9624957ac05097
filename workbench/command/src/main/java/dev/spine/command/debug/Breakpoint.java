package dev.spine.command.debug;

import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.modelled.EngineEvent;
import dev.spine.system.trace.TracedMessage;

/** What a run stops at: asked after an event was executed. */
@FunctionalInterface
interface Breakpoint {
    /** Whether the event is one. */
    boolean isHit(EngineEvent event, EventNotes notes);

    /**
     * {@return the breakpoint that a person names}
     *
     * @param kind agent, function, handler, message or transfer
     * @param name what of that kind: a part of its name; empty for any
     * @throws DebugException there is no such kind
     */
    static Breakpoint of(String kind, String name) {
        return switch (kind) {
            case "agent" -> (event, _) -> event.kind() == EngineEvent.Kind.STEP && event.target().contains(name);
            case "function", "message" -> (event, notes) -> {
                TracedMessage message = EventText.message(event, notes.reader());
                return message != null && message.functionName().contains(name);
            };
            case "handler", "activation" -> (_, notes) -> notes.activations().stream().anyMatch(note -> note.what().contains(name));
            case "transfer" -> (event, _) -> event.item() instanceof Transfer && event.kind() == EngineEvent.Kind.DMA_REQUEST
                && event.target().contains(name);
            default -> throw new DebugException("break " + kind + ": write agent, function, handler, message or transfer, and a part of"
                + " its name");
        };
    }
}
