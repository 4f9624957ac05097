package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.panic.machine.Environment;
import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.machine.Sending;

/** Hands messages of programs to the wire, each in as many packets as it needs. */
final class WireOutput {
    /** A wire that takes nothing for so many tries is treated as one that loses packets. */
    private static final int MAX_TRIES = 64;
    private static final int LOW_HALF = 0xFFFF;

    private final ExtensionContext context;
    private final Retries retries;
    private final Buffer frame;
    private final long address;
    private final int payloadBytes;
    private final int mostBytes;
    private final Counter sent;
    private final Counter notTaken;
    private int number;

    WireOutput(ExtensionContext context, Parameters parameters, int mostBytes, Retries retries) {
        this.context = context;
        this.retries = retries;
        this.mostBytes = mostBytes;
        payloadBytes = parameters.payloadBytes() & -Integer.BYTES;
        frame = CardMemory.of(context, parameters.maxPacketBytes());
        address = context.hardwareAddress();
        sent = context.counter("packets sent");
        notTaken = context.counter("packets that the wire did not take");
    }

    /** {@return whether an address is the card's own} */
    boolean isOwn(int high, int low) {
        return high == (int) (address >>> Integer.SIZE) && low == (int) address;
    }

    int send(CardProgram by, Sending what) {
        if (what.bytes() > mostBytes) {
            return Environment.refuse(Fault.PACKET_SIZE);
        }
        boolean isWhole = what.bytes() <= payloadBytes;
        if (by.sentBytes == 0 && by.tries == 0) {
            number = number + 1 & LOW_HALF;
            by.messageNumber = number;
        }
        PacketHeader.address(frame, what.addressHigh(), what.addressLow(), address);
        int flags = PacketHeader.isGroup(what.addressHigh()) ? PacketHeader.TO_GROUP : 0;
        do {
            int at = by.sentBytes;
            int part = Math.min(payloadBytes, what.bytes() - at);
            boolean isLast = at + part == what.bytes();
            PacketHeader.write(frame, what.program(), what.trigger(), by.id, part,
                isWhole ? flags : flags | PacketHeader.FRAGMENT | (isLast ? PacketHeader.LAST : 0),
                PacketHeader.sequence(by.messageNumber, at));
            frame.copyFrom(PacketHeader.BYTES, what.memory(), what.at() + at, part);
            if (!context.transmit(frame, 0, PacketHeader.BYTES + part)) {
                if (by.tries < MAX_TRIES) {
                    by.tries++;
                    retries.add(by);
                    return Environment.WAIT;
                }
                notTaken.increment();
                by.sentBytes = what.bytes();
            } else {
                sent.increment();
                retries.succeeded();
                by.sentBytes = at + part;
            }
            by.tries = 0;
        } while (by.sentBytes < what.bytes());
        by.sentBytes = 0;
        return Environment.DONE;
    }
}
