package dev.spine.extension.ardma.routine;

import org.jspecify.annotations.Nullable;

/** Instructions that touch up to eight bytes of an area, and those that need none. They take nothing from the stack before they can end. */
final class Accesses {
    private static final int LONG_SLOTS = 2;

    private Accesses() {}

    /** The area in which some bytes can be used now; null when that is a fault, or the run waits. */
    private static @Nullable Area reach(Machine machine, int slot, int bytes, boolean writes) {
        Area area = machine.area((int) machine.slots[slot]);
        long offset = machine.slots[slot + 1];
        if (area == null) {
            return null;
        }
        if (!area.holds(offset, bytes)) {
            machine.fault(Fault.BOUNDS);
            return null;
        }
        if (writes && !area.isWritable()) {
            machine.fault(Fault.READ_ONLY);
            return null;
        }
        int here = writes ? area.here(offset, bytes) : area.hereToRead(offset, bytes);
        if (here == bytes) {
            return area;
        }
        if (here < 0) {
            machine.fault(Fault.DEVICE);
        } else {
            machine.await(Machine.State.AREA);
        }
        return null;
    }

    /** {@code length}. */
    static final class Length extends Instruction {
        @Override
        void run(Machine machine) {
            Area area = machine.area((int) machine.slots[machine.top - 1]);
            if (area != null) {
                machine.top--;
                machine.pushLong(area.length());
            }
        }
    }

    /** {@code load8}, {@code load16}, {@code load32}, {@code load64}. */
    static final class Get extends Instruction {
        private final int bytes;

        Get(int bytes) {
            this.bytes = bytes;
        }

        @Override
        void run(Machine machine) {
            int slot = machine.top - 1 - LONG_SLOTS;
            Area area = reach(machine, slot, bytes, false);
            if (area == null) {
                return;
            }
            long offset = machine.slots[slot + 1];
            machine.top = slot;
            switch (bytes) {
                case 1 -> machine.pushInt(area.get8(offset));
                case 2 -> machine.pushInt(area.get16(offset));
                case 4 -> machine.pushInt(area.get32(offset));
                default -> machine.pushLong(area.get64(offset));
            }
        }
    }

    /** {@code store8}, {@code store16}, {@code store32}, {@code store64}. */
    static final class Put extends Instruction {
        private final int bytes;

        Put(int bytes) {
            this.bytes = bytes;
        }

        @Override
        void run(Machine machine) {
            int slot = machine.top - 1 - LONG_SLOTS - (bytes == Long.BYTES ? LONG_SLOTS : 1);
            Area area = reach(machine, slot, bytes, true);
            if (area == null) {
                return;
            }
            long offset = machine.slots[slot + 1];
            long value = machine.slots[slot + 1 + LONG_SLOTS];
            machine.top = slot;
            switch (bytes) {
                case 1 -> area.put8(offset, (int) value);
                case 2 -> area.put16(offset, (int) value);
                case 4 -> area.put32(offset, (int) value);
                default -> area.put64(offset, value);
            }
        }
    }

    /** {@code cas}, {@code fetchAdd}: nothing comes between what they read and what they write. */
    static final class Exchange extends Instruction {
        private final boolean compares;

        Exchange(boolean compares) {
            this.compares = compares;
        }

        @Override
        void run(Machine machine) {
            int slot = machine.top - 1 - LONG_SLOTS - LONG_SLOTS - (compares ? LONG_SLOTS : 0);
            Area area = reach(machine, slot, Long.BYTES, true);
            if (area == null) {
                return;
            }
            long offset = machine.slots[slot + 1];
            long first = machine.slots[slot + 1 + LONG_SLOTS];
            long before = compares ? area.compareAndSwap(offset, first, machine.slots[slot + 1 + 2 * LONG_SLOTS])
                : area.fetchAndAdd(offset, first);
            machine.top = slot;
            machine.pushLong(before);
        }
    }

    /** {@code emit}. */
    static final class Emit extends Instruction {
        @Override
        void run(Machine machine) {
            if (!machine.mayEmit(Long.BYTES)) {
                return;
            }
            if (machine.room() < Long.BYTES) {
                machine.await(Machine.State.STREAM);
                return;
            }
            long value = machine.popLong();
            for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
                machine.emit((int) (value >>> shift) & 0xFF);
            }
        }
    }

    /** {@code flush}: what is changed after it has begun may be flushed with the rest, or not. */
    static final class Flush extends Instruction {
        @Override
        void run(Machine machine) {
            Area area = machine.area((int) machine.slots[machine.top - 1]);
            if (area == null) {
                return;
            }
            if (!area.isWritable()) {
                machine.fault(Fault.READ_ONLY);
                return;
            }
            if (!machine.isUnderWay) {
                machine.progress = area.changes();
                machine.isUnderWay = true;
            }
            int flushed = area.flushed(machine.progress);
            if (flushed < 0) {
                machine.fault(Fault.DEVICE);
            } else if (flushed == 0) {
                machine.await(Machine.State.AREA);
            } else {
                machine.isUnderWay = false;
                machine.top--;
            }
        }
    }

    /** {@code stepsLeft}. */
    static final class StepsLeft extends Instruction {
        @Override
        void run(Machine machine) {
            machine.pushLong(machine.stepsLeft());
        }
    }
}
