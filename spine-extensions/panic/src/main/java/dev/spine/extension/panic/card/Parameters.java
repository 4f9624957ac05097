package dev.spine.extension.panic.card;

import dev.spine.extension.api.ExtensionContext;

/**
 * What the VM is told when it is loaded.
 *
 * @param codeBytes of card memory for program files
 * @param dataBytes of card memory for data areas
 * @param maxPacketBytes the most bytes of a frame, from its MAC header on
 * @param sliceSteps the most steps of a slice
 * @param stepBudget the most steps of an activation
 * @param tickNs nanoseconds of a tick of the clock
 */
record Parameters(int codeBytes, int dataBytes, int maxPacketBytes, int sliceSteps, int stepBudget, int tickNs) {
    private static final int AREA_BYTES = 65_536;
    private static final int MIN_AREA_BYTES = 1_024;
    private static final int MAX_CODE_BYTES = 131_072;
    private static final int MAX_DATA_BYTES = 1_048_576;
    private static final int PACKET_BYTES = 1_514;
    private static final int MAX_PACKET_BYTES = 9_018;
    /** Measured: docs/panic.md. */
    private static final int SLICE_STEPS = 12;
    private static final int MAX_SLICE_STEPS = 10_000;
    private static final int STEP_BUDGET = 100_000;
    private static final int MAX_STEP_BUDGET = 1_000_000_000;
    private static final int TICK_NS = 500;
    private static final int MAX_TICK_NS = 1_000_000;
    private static final int MAX_DIGITS = 10;

    static Parameters of(ExtensionContext context) {
        return new Parameters(
            number(context, "code-bytes", AREA_BYTES, MIN_AREA_BYTES, MAX_CODE_BYTES) & -Integer.BYTES,
            number(context, "data-bytes", AREA_BYTES, MIN_AREA_BYTES, MAX_DATA_BYTES) & -Integer.BYTES,
            number(context, "max-packet-bytes", PACKET_BYTES, PACKET_BYTES, MAX_PACKET_BYTES),
            number(context, "slice-steps", SLICE_STEPS, 1, MAX_SLICE_STEPS),
            number(context, "step-budget", STEP_BUDGET, 1, MAX_STEP_BUDGET),
            number(context, "tick-ns", TICK_NS, 1, MAX_TICK_NS));
    }

    /** The most bytes of a packet's payload. */
    int payloadBytes() {
        return maxPacketBytes - PacketHeader.BYTES;
    }

    private static int number(ExtensionContext context, String name, int standard, int least, int most) {
        String text = context.parameter(name);
        if (text == null) {
            return standard;
        }
        long value = text.isEmpty() || text.length() > MAX_DIGITS ? -1 : 0;
        for (int i = 0; i < text.length() && value >= 0; i++) {
            char digit = text.charAt(i);
            value = digit < '0' || digit > '9' ? -1 : value * MAX_DIGITS + digit - '0';
        }
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " is a number from " + least + " to " + most + ", not '" + text + "'");
        }
        return (int) value;
    }
}
