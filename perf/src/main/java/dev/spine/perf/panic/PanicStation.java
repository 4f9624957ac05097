package dev.spine.perf.panic;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.panic.card.PanicExtension;
import dev.spine.extension.panic.card.ProgramState;
import dev.spine.extension.panic.host.library.PanicCard;
import dev.spine.extension.panic.host.library.PanicControl;
import dev.spine.extension.panic.host.library.ProgramListing;
import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.perf.pair.Workstation;

/** A workstation whose card has the virtual machine, with the segments that the programs name. Used by one thread. */
final class PanicStation {
    /** The most bytes of the data. */
    static final int MAX_BYTES = 4_096;
    private static final byte[] IMAGE = PackagedExtension.image("panic", PanicExtension.class);
    /** Of the clock: a tick of the published card's would round what is measured. */
    private static final String TICK = "1";
    private static final int FIRST_SEGMENT = 2;
    private static final int LAST_SEGMENT = 3;
    private static final long LOOK_NS = 1_000_000;
    private static final int MAX_LOOKS = 100_000;

    private final Workstation station;
    private final RuntimeClient client;
    private final int instance;
    private final PanicCard card;
    private final PanicControl control;

    /** Loads the virtual machine, and makes the segments. */
    PanicStation(Workstation station) {
        this.station = station;
        client = station.client();
        instance = client.load(IMAGE, LoadOptions.OF_NODE.with("tick-ns", TICK));
        card = new PanicCard(station.side(client, station.tasks()), instance);
        control = card.control();
        for (int segment = FIRST_SEGMENT; segment <= LAST_SEGMENT; segment++) {
            card.segment(segment, MAX_BYTES);
        }
    }

    Workstation station() {
        return station;
    }

    RuntimeClient client() {
        return client;
    }

    int instance() {
        return instance;
    }

    PanicCard card() {
        return card;
    }

    PanicControl control() {
        return control;
    }

    /** Loads a program and runs it. {@return its number} */
    int run(ProgramText program) {
        int id = card.load(program.compiled());
        card.run(id);
        return id;
    }

    /** Loads a program that waits for messages, and runs it until it does. {@return its number} */
    int listen(ProgramText program) {
        long before = activations();
        int id = run(program);
        awaitActivations(before + 1);
        return id;
    }

    /** {@return how many activations of programs have ended; asks the card nothing} */
    long activations() {
        return station.counted(instance, "activations");
    }

    /** Waits until so many activations have ended, without a message between host and card. */
    void awaitActivations(long count) {
        for (int look = 0; activations() < count; look++) {
            if (look == MAX_LOOKS) {
                throw new IllegalStateException("programs of PANIC have not come to an end: " + card.list());
            }
            pass();
        }
    }

    /** Lets a while pass. */
    void pass() {
        station.tasks().awaitFor("the programs of the cards", () -> false, LOOK_NS);
    }

    /** {@return nanoseconds between readings that a program of 100 exchanges has kept, the mean} Unloads it. */
    double meanNs(int id, int outWord, int backWord, int count) {
        requireEnd(card.program(id), ProgramState.STOPPED);
        int[] out = card.read(id, outWord, count);
        int[] back = card.read(id, backWord, count);
        card.unload(id);
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += Integer.toUnsignedLong(back[i] - out[i]);
        }
        return sum / count;
    }

    /** Unloads a program that waits for messages. */
    void unload(int id) {
        requireEnd(card.program(id), ProgramState.RUNNING);
        card.unload(id);
    }

    private static void requireEnd(ProgramListing program, ProgramState state) {
        if (program.state() != state || program.fault() != Fault.NONE) {
            throw new IllegalStateException("a program of PANIC has not done what it is for: " + program);
        }
    }
}
