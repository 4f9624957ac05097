package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.TransferRequest;
import dev.spine.extension.panic.machine.Environment;
import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.machine.HostTransfer;
import org.jspecify.annotations.Nullable;

/**
 * The host's memory, in numbered segments, and the transfers of programs to and from it. Segment 0 has flags and locks: words that the
 * card writes and reads by transfers of one word, each of which begins when those before it have ended.
 */
final class Segments {
    private static final int KINDS = 2;
    private static final int PLAIN = 0;
    private static final int PROBE = 1;

    private final ExtensionContext context;
    private final ProgramTable table;
    private final Scheduler scheduler;
    private final Retries retries;
    private final Compaction compaction;
    private final Counter malformed;
    private final Counter failed;
    private final @Nullable HostRegion[] regions = new HostRegion[PanicProtocol.SEGMENTS];
    /** The words that are written, 0 and 1, then a word for each place of a program. */
    private final Buffer words;
    private int underWay;

    Segments(ExtensionContext context, ProgramTable table, Scheduler scheduler, Retries retries, Compaction compaction, Counter malformed) {
        this.context = context;
        this.table = table;
        this.scheduler = scheduler;
        this.retries = retries;
        this.compaction = compaction;
        this.malformed = malformed;
        failed = context.counter("transfers failed");
        words = CardMemory.of(context, (2 + ProgramTable.MAX_PROGRAMS) * Integer.BYTES);
        words.put32(Integer.BYTES, 1);
        context.onMessage(PanicProtocol.TRANSFERRED, this, Segments::onTransferred);
    }

    /** {@return the region of a segment, or null when there is none, or none any more} */
    @Nullable HostRegion region(int number) {
        HostRegion region = number < 0 || number >= regions.length ? null : regions[number];
        return region == null || !region.isValid() ? null : region;
    }

    boolean isTaken(int number) {
        return number < 0 || number >= regions.length || regions[number] != null;
    }

    void attach(int number, HostRegion region) {
        regions[number] = region;
    }

    /** {@return the region that was the segment's, or null} */
    @Nullable HostRegion detach(int number) {
        HostRegion region = regions[number];
        regions[number] = null;
        return region;
    }

    // --- GET and DELIVER

    int deliver(CardProgram by, HostTransfer what) {
        Fault fault = check(what, true);
        HostRegion region = region(what.segment());
        if (fault != Fault.NONE || region == null) {
            return Environment.refuse(fault);
        }
        if (what.bytes() == 0) {
            return Environment.DONE;
        }
        TransferRequest request = compaction.isPending() ? null : context.transfer(what.memory(), region);
        return begin(by, request, what.at(), what.offset(), what.bytes(), PLAIN);
    }

    int get(CardProgram by, HostTransfer what) {
        Fault fault = check(what, false);
        HostRegion region = region(what.segment());
        if (fault != Fault.NONE || region == null) {
            return Environment.refuse(fault);
        }
        if (what.bytes() == 0) {
            return Environment.DONE;
        }
        TransferRequest request = compaction.isPending() ? null : context.transfer(region, what.memory());
        return begin(by, request, what.offset(), what.at(), what.bytes(), PLAIN);
    }

    private Fault check(HostTransfer what, boolean writes) {
        HostRegion region = what.segment() == 0 ? null : region(what.segment());
        if (region == null || writes && !region.isWritable()) {
            return Fault.SEGMENT;
        }
        return what.offset() < 0 || what.offset() > region.length() - what.bytes() ? Fault.SEGMENT_BOUNDS : Fault.NONE;
    }

    private int begin(CardProgram by, @Nullable TransferRequest request, int from, int to, int bytes, int kind) {
        if (request == null) {
            if (!compaction.isPending()) {
                retries.add(by);
            }
            return Environment.WAIT;
        }
        retries.succeeded();
        request.copy(from, to, bytes);
        request.submit(PanicProtocol.TRANSFERRED, by.serial * KINDS + kind);
        by.transfers++;
        underWay++;
        compaction.look(underWay);
        return Environment.DONE;
    }

    int done(CardProgram by) {
        if (by.transfers > 0) {
            return Environment.WAIT;
        }
        return by.hasFailedTransfer ? Environment.refuse(Fault.TRANSFER) : Environment.DONE;
    }

    // --- flags and locks

    /** Writes 0 or 1 to a word of the control segment. */
    int write(CardProgram by, int number, int firstWord, int value, Fault none) {
        HostRegion control = control(number);
        if (control == null) {
            return Environment.refuse(none);
        }
        int before = done(by);
        if (before != Environment.DONE) {
            return before;
        }
        TransferRequest request = compaction.isPending() ? null : context.transfer(words, control);
        return begin(by, request, value * Integer.BYTES, (firstWord + number) * Integer.BYTES, Integer.BYTES, PLAIN);
    }

    /** Reads a word of the control segment: 0, or 1 for everything else. */
    int read(CardProgram by, int number, int firstWord, Fault none) {
        HostRegion control = control(number);
        if (control == null) {
            return Environment.refuse(none);
        }
        int before = done(by);
        if (before != Environment.DONE) {
            return before;
        }
        int at = (2 + by.place) * Integer.BYTES;
        if (by.hasProbed) {
            by.hasProbed = false;
            return words.i32(at) == 0 ? 0 : 1;
        }
        TransferRequest request = compaction.isPending() ? null : context.transfer(control, words);
        begin(by, request, (firstWord + number) * Integer.BYTES, at, Integer.BYTES, PROBE);
        return Environment.WAIT;
    }

    private @Nullable HostRegion control(int number) {
        return number < 0 || number >= PanicProtocol.MAX_FLAGS ? null : region(0);
    }

    private void onTransferred(Message message) {
        CardProgram program = message.kind() == Message.Kind.TRANSFER ? table.bySerial(message.word(0) / KINDS) : null;
        if (program == null || program.transfers == 0) {
            malformed.increment();
            return;
        }
        program.transfers--;
        underWay--;
        if (message.word(1) != 0) {
            failed.increment();
            program.hasFailedTransfer = true;
        } else if (message.word(0) % KINDS == PROBE) {
            program.hasProbed = true;
        }
        if (program.transfers == 0) {
            scheduler.transfersEnded(program);
        }
        compaction.look(underWay);
    }
}
