package dev.spine.extension.panic.card;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;

/**
 * The virtual machine of PANIC: runs programs that its host loads. Its parameters are those of {@link PanicParameter}.
 */
public final class PanicExtension implements Extension {
    /** Loaded by the runtime. */
    public PanicExtension() {}

    @Override
    public void start(ExtensionContext context) {
        Parameters parameters = Parameters.of(context);
        Counter malformed = context.counter("messages malformed");
        Arena files = new Arena(CardMemory.of(context, parameters.codeBytes()), 2 * ProgramTable.MAX_PROGRAMS);
        Arena data = new Arena(CardMemory.of(context, parameters.dataBytes()), 2 * ProgramTable.MAX_PROGRAMS);
        MessageSlots slots = new MessageSlots(context, parameters.payloadBytes());
        ProgramTable table = new ProgramTable();
        Answers answers = new Answers(context);
        Scheduler scheduler = new Scheduler(context, slots, parameters, malformed);
        Retries retries = new Retries(context, table, scheduler);
        Compaction compaction = new Compaction(context, files, data, table, scheduler, answers);
        Segments segments = new Segments(context, table, scheduler, retries, compaction, malformed);
        TickMessages ticks = new TickMessages(context, slots, scheduler, parameters.tickNs());
        Delivery delivery = new Delivery(context, table, slots, scheduler, ticks);
        Assemblies assemblies = new Assemblies(context, delivery, slots);
        WireOutput wire = new WireOutput(context, parameters, slots.mostBytes(), retries);
        DisplayRing display = new DisplayRing(context);
        CardEnvironment.Shared shared = new CardEnvironment.Shared(context, delivery, wire, segments, display, parameters.tickNs());
        ProgramLife life = new ProgramLife(files, data, table, scheduler, compaction, answers, ticks, assemblies, shared);
        new Orders(context, table, slots, scheduler, delivery, segments, display, compaction, life, answers, files, data, malformed);
        new WireInput(context, parameters, delivery, assemblies);
        FirstProgram.read(context);
    }
}
