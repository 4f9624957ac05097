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
    static Parameters of(ExtensionContext context) {
        return new Parameters(number(context, PanicParameter.CODE_BYTES) & -Integer.BYTES,
            number(context, PanicParameter.DATA_BYTES) & -Integer.BYTES, number(context, PanicParameter.MAX_PACKET_BYTES),
            number(context, PanicParameter.SLICE_STEPS), number(context, PanicParameter.STEP_BUDGET),
            number(context, PanicParameter.TICK_NS));
    }

    /** The most bytes of a packet's payload. */
    int payloadBytes() {
        return maxPacketBytes - PacketHeader.BYTES;
    }

    private static int number(ExtensionContext context, PanicParameter parameter) {
        return parameter.read(context.parameter(parameter.text()));
    }
}
