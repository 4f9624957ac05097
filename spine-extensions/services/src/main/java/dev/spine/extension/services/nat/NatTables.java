package dev.spine.extension.services.nat;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;

/**
 * Everything that masquerading keeps, in the card's memory.
 *
 * @param mappings which endpoint inside has which port outside
 * @param connections with whom
 * @param fragments whose ports came with another fragment
 * @param held fragments that came too early
 * @param refusals answers that wait
 * @param work where packets from outside are rewritten
 */
record NatTables(Mappings mappings, Connections connections, Fragments fragments, HeldFrames held, Refusals refusals, Buffer work) {
    private static final int WORK_BYTES = 9_216;

    /**
     * {@return empty tables}
     *
     * @throws IllegalStateException when the card has too little memory
     */
    static NatTables of(ExtensionContext context, NatSettings settings, int secret) {
        NatLayout layout = NatLayout.of(settings);
        Buffer memory = allocate(context, layout.bytes());
        Mappings mappings = Mappings.over(memory, layout, settings.ports(), secret);
        for (int i = 0; i < settings.forwards().size(); i++) {
            mappings.addForward(settings.forwards().get(i));
        }
        int[] timeOutsMs = new int[settings.timeOutsMs().size()];
        for (int i = 0; i < timeOutsMs.length; i++) {
            timeOutsMs[i] = settings.timeOutsMs().get(i);
        }
        HeldFrames held = new HeldFrames(allocate(context, HeldFrames.COUNT * HeldFrames.BYTES));
        return new NatTables(mappings, new Connections(memory, layout, mappings, timeOutsMs, secret),
            new Fragments(memory, layout, held, secret), held,
            new Refusals(allocate(context, Refusals.COUNT * Refusals.BYTES), settings.outside(), context.hardwareAddress()),
            allocate(context, WORK_BYTES));
    }

    private static Buffer allocate(ExtensionContext context, int bytes) {
        Buffer buffer = context.allocate(bytes);
        if (buffer == null) {
            throw new IllegalStateException("the card has no " + bytes + " bytes for the tables: give the runtime more memory, or the"
                + " service fewer connections");
        }
        return buffer;
    }
}
