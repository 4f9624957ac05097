package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.StreamReader;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import dev.spine.extension.ardma.routine.Stream;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The routine in an interpreter here, over an area: a file, memory, or one whose accesses are round trips. One thread at a time.
 */
public final class LocalPlacement implements ArfPlacement, Stream {
    private static final int SLICE = 1 << 20;
    private static final int FIRST_ROOM = 1 << 16;
    private static final long MAX_STEPS = 100_000_000;
    private static final long MAX_EMITTED = 1 << 24;
    /** Of all placements of this process: one that had the area before is gone, or it could not be used here. */
    private static final long PROCESS = new SecureRandom().nextLong() & -(1L << ArdmaProtocol.FENCE_SHIFT);
    private static final AtomicInteger TOKENS = new AtomicInteger();

    private final Area[] areas;
    private final Routine routine;
    private final Machine machine = new Machine();
    private final byte[] scratch;
    private final int slice;
    private final long mostSteps;
    private final Runnable betweenSlices;
    /** Runs of a process over one area are one after the other, unless they say when others have their turns. */
    private final Object turn;
    private byte[] emitted = new byte[FIRST_ROOM];
    private int count;

    /**
     * Over an area.
     *
     * @param area of the file system, whose bytes are always here
     */
    public LocalPlacement(Area area) {
        this(area, MAX_STEPS);
    }

    /** A run goes by slices, and others have their turns between. */
    LocalPlacement(Area area, int slice, Runnable betweenSlices) {
        this(area, slice, betweenSlices, MAX_STEPS, new Object());
    }

    /** A run that makes more steps ends by a fault. */
    LocalPlacement(Area area, long mostSteps) {
        this(area, SLICE, LocalPlacement::nobodyElse, mostSteps, area);
    }

    private LocalPlacement(Area area, int slice, Runnable betweenSlices, long mostSteps, Object turn) {
        this.turn = turn;
        this.mostSteps = mostSteps;
        this.slice = slice;
        this.betweenSlices = betweenSlices;
        areas = new Area[] {area};
        try {
            routine = RoutineReader.read(new ArrayArea(ArfRoutine.bytes(), false));
            RoutineVerifier.verify(routine);
        } catch (RoutineException e) {
            throw new IllegalStateException("the lifter has made what the verifier refuses", e);
        }
        scratch = new byte[routine.scratchBytes()];
    }

    private static void nobodyElse() {
        // Has a turn between slices.
    }

    @Override
    public long call(StreamReader reader, long... arguments) throws IOException {
        synchronized (turn) {
            run(arguments);
        }
        if (machine.fault() != Fault.NONE) {
            throw new ArfFaultException("the run has ended by " + machine.fault().text() + " in method " + machine.faultMethod() + " at "
                + machine.faultOffset() + ": run spine arf fsck if nobody else uses the file system");
        }
        if (count > 0) {
            reader.read(Arrays.copyOf(emitted, count));
        }
        return machine.result();
    }

    private void run(long... arguments) throws IOException {
        try {
            runOnce(arguments);
        } catch (InternalError e) {
            throw new IOException(FileArea.NOT_THERE, e);
        }
    }

    private void runOnce(long... arguments) {
        Arrays.fill(scratch, (byte) 0);
        count = 0;
        machine.begin(routine, arguments, areas, 1, new ArrayArea(scratch, true));
        machine.limit(mostSteps, MAX_EMITTED, this);
        do {
            machine.run(slice);
            betweenSlices.run();
        } while (machine.state() != Machine.State.ENDED);
    }

    /** {@return how many steps the last call has made} */
    public long steps() {
        return machine.steps();
    }

    private void check(long offset, int bytes) throws ArfFaultException {
        if (!areas[0].holds(offset, bytes)) {
            throw new ArfFaultException("bytes from " + offset + " on are outside of the file system: run spine arf fsck");
        }
    }

    @Override
    public byte[] read(long offset, int bytes) throws IOException {
        check(offset, bytes);
        byte[] read = new byte[bytes];
        try {
            for (int i = 0; i < bytes; i++) {
                read[i] = (byte) areas[0].get8(offset + i);
            }
        } catch (InternalError e) {
            throw new IOException(FileArea.NOT_THERE, e);
        }
        return read;
    }

    @Override
    public void write(long offset, byte[] bytes) throws IOException {
        check(offset, bytes.length);
        try {
            for (int i = 0; i < bytes.length; i++) {
                areas[0].put8(offset + i, bytes[i]);
            }
        } catch (InternalError e) {
            throw new IOException(FileArea.NOT_THERE, e);
        }
    }

    @Override
    public int room() {
        return Integer.MAX_VALUE;
    }

    @Override
    public void put(int value) {
        if (count == emitted.length) {
            emitted = Arrays.copyOf(emitted, 2 * count);
        }
        emitted[count++] = (byte) value;
    }

    @Override
    public long token() {
        return PROCESS | TOKENS.getAndIncrement() % ((1 << ArdmaProtocol.FENCE_SHIFT) - 1) + 1;
    }

    @Override
    public void fence(long token) {
        // Whoever is in another process had the area before this one.
    }

    @Override
    public void close() {
        // The area is its owner's.
    }
}
