package dev.spine.extension.ardma.routine;

import dev.spine.extension.api.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Instructions on ranges of bytes. Each counts a step for eight bytes, before it begins; it does as many bytes as are here and as the slice
 * allows, and is done again for the rest.
 */
final class Ranges {
    private Ranges() {}

    /** The buffer that has bytes that are here, in a row; null when each is asked for by itself: few may be on both sides of a border. */
    private static @Nullable Buffer inRow(Area area, long offset, int count) {
        return count > Long.BYTES ? area.memory(offset) : null;
    }

    /** What all have in common: one range, and another one perhaps. */
    abstract static class Range extends Instruction {
        private final int slots;
        private final int secondSlot;
        private final boolean writes;
        private final int unit;

        /**
         * An instruction.
         *
         * @param slots of the stack that it takes
         * @param secondSlot where among them another area and its offset are, 0 for none
         * @param writes whether the last of its areas is written
         * @param unit how many bytes it does at a time
         */
        Range(int slots, int secondSlot, boolean writes, int unit) {
            this.slots = slots;
            this.secondSlot = secondSlot;
            this.writes = writes;
            this.unit = unit;
        }

        /** Where the number of bytes is. */
        private int bytesSlot() {
            return secondSlot == 0 ? 3 : 6;
        }

        @Override
        void run(Machine machine) {
            int slot = machine.top - slots;
            long bytes = machine.slots[slot + bytesSlot()];
            Area first = reach(machine, slot, bytes, writes && secondSlot == 0);
            if (first == null) {
                return;
            }
            Area second = secondSlot == 0 ? first : reach(machine, slot + secondSlot, bytes, writes);
            if (second == null || !machine.isUnderWay && !mayBegin(machine, bytes) || !machine.beginRange(bytes)) {
                return;
            }
            long left = bytes - machine.progress;
            int count = left == 0 ? 0 : count(machine, first, second, slot, left);
            if (left > 0 && count <= 0) {
                return;
            }
            boolean goesOn = left == 0 || work(machine, first, second, slot, count);
            machine.progress += count;
            if (goesOn && machine.progress < bytes) {
                machine.again(count);
            } else {
                machine.isUnderWay = false;
                machine.spend(count);
                machine.top = slot;
                end(machine);
            }
        }

        private static @Nullable Area reach(Machine machine, int slot, long bytes, boolean toWrite) {
            Area area = machine.area((int) machine.slots[slot]);
            if (area == null) {
                return null;
            }
            if (!area.holds(machine.slots[slot + 1], bytes)) {
                machine.fault(Fault.BOUNDS);
                return null;
            }
            if (toWrite && !area.isWritable()) {
                machine.fault(Fault.READ_ONLY);
                return null;
            }
            return area;
        }

        /** How many bytes can be done now: 0 when the run waits, -1 when that is a fault. */
        private int count(Machine machine, Area first, Area second, int slot, long left) {
            long at = machine.slots[slot + 1] + machine.progress;
            int most = most(machine, left);
            if (most == 0) {
                machine.await(Machine.State.STREAM);
                return 0;
            }
            int here = whole(first, at, most, left, writes && (secondSlot == 0 || first == second));
            if (here > 0 && secondSlot != 0) {
                here = whole(second, machine.slots[slot + secondSlot + 1] + machine.progress, here, left, writes);
            }
            if (here < 0) {
                machine.fault(Fault.DEVICE);
            } else if (here == 0) {
                machine.await(Machine.State.AREA);
            }
            return here;
        }

        private int whole(Area area, long at, int most, long left, boolean changes) {
            int here = here(area, at, most, changes);
            if (unit > 1 && here > 0 && here < left) {
                // The last bytes alone are less than a unit.
                here -= here % unit;
                if (here == 0) {
                    here = here(area, at, Math.min(unit, left), changes);
                }
            }
            return here;
        }

        private static int here(Area area, long at, long bytes, boolean changes) {
            return changes ? area.here(at, bytes) : area.hereToRead(at, bytes);
        }

        /** Whether the operation may begin, when its areas allow it; if not, that is a fault. */
        boolean mayBegin(Machine machine, long bytes) {
            return true;
        }

        /** How many bytes may be done now, as far as it is not for the areas to say: 0 when the stream has no room. */
        int most(Machine machine, long left) {
            return (int) Math.min(left, machine.slice());
        }

        /** Does some bytes from the machine's progress on: {@return whether the rest is to be done, too} */
        abstract boolean work(Machine machine, Area first, Area second, int slot, int count);

        /** Everything is done, and what it took is off the stack. */
        void end(Machine machine) {
            // Most return nothing.
        }
    }

    /** {@code copy}. */
    static final class Copy extends Range {
        Copy() {
            super(8, 3, true, 1);
        }

        @Override
        boolean work(Machine machine, Area first, Area second, int slot, int count) {
            long from = machine.slots[slot + 1] + machine.progress;
            long to = machine.slots[slot + 4] + machine.progress;
            Buffer source = inRow(first, from, count);
            Buffer memory = inRow(second, to, count);
            if (source != null && memory != null) {
                int place = second.place(to);
                copy(source, first.place(from), memory, place, count);
                second.change(place);
                return true;
            }
            for (int i = 0; i < count; i++) {
                second.put8(to + i, first.get8(from + i));
            }
            return true;
        }

        /** As if it went byte by byte: bytes behind the first ones of a range that overlaps from behind repeat those. */
        private static void copy(Buffer source, int from, Buffer memory, int to, int count) {
            int apart = to - from;
            if (source != memory || apart <= 0 || apart >= count) {
                memory.copyFrom(to, source, from, count);
                return;
            }
            int done = 0;
            while (done < count) {
                int more = Math.min(done + apart, count - done);
                memory.copyFrom(to + done, memory, from, more);
                done += more;
            }
        }
    }

    /** {@code compare}. */
    static final class Compare extends Range {
        Compare() {
            super(8, 3, false, 1);
        }

        @Override
        boolean work(Machine machine, Area first, Area second, int slot, int count) {
            long one = machine.slots[slot + 1] + machine.progress;
            long other = machine.slots[slot + 4] + machine.progress;
            Buffer memory = inRow(first, one, count);
            Buffer otherMemory = inRow(second, other, count);
            if (memory != null && otherMemory != null) {
                machine.found = memory.compare(first.place(one), otherMemory, second.place(other), count);
                return machine.found == 0;
            }
            for (int i = 0; i < count; i++) {
                int difference = first.get8(one + i) - second.get8(other + i);
                if (difference != 0) {
                    machine.found = difference < 0 ? -1 : 1;
                    return false;
                }
            }
            return true;
        }

        @Override
        void end(Machine machine) {
            machine.pushInt((int) machine.found);
        }
    }

    /** {@code hash}. */
    static final class Hash extends Range {
        Hash() {
            super(5, 0, false, Long.BYTES);
        }

        @Override
        boolean work(Machine machine, Area first, Area second, int slot, int count) {
            long at = machine.slots[slot + 1] + machine.progress;
            machine.found = AreaHash.more(machine.found, first, at, count);
            return true;
        }

        @Override
        void end(Machine machine) {
            machine.pushLong(AreaHash.end(machine.found, machine.progress));
        }
    }

    /** {@code find}. */
    static final class Find extends Range {
        Find() {
            super(6, 0, false, 1);
        }

        @Override
        boolean work(Machine machine, Area first, Area second, int slot, int count) {
            long at = machine.slots[slot + 1] + machine.progress;
            int wanted = (int) machine.slots[slot + 5] & 0xFF;
            Buffer memory = inRow(first, at, count);
            if (memory != null) {
                int place = first.place(at);
                int found = memory.find(place, count, wanted);
                machine.found = found < 0 ? 0 : at + found - place + 1;
                return found < 0;
            }
            for (int i = 0; i < count; i++) {
                if (first.get8(at + i) == wanted) {
                    machine.found = at + i + 1;
                    return false;
                }
            }
            return true;
        }

        @Override
        void end(Machine machine) {
            machine.pushLong(machine.found - 1);
        }
    }

    /** {@code find16}: found is where it was, and 1; below 0 when all it may be is what the last byte so far begins. */
    static final class Find16 extends Range {
        private static final long BEGUN = -1;

        Find16() {
            super(6, 0, false, 1);
        }

        @Override
        boolean work(Machine machine, Area first, Area second, int slot, int count) {
            long at = machine.slots[slot + 1] + machine.progress;
            int wanted = (int) machine.slots[slot + 5] & 0xFFFF;
            if (machine.found == BEGUN && first.get8(at) == (wanted & 0xFF)) {
                machine.found = at;
                return false;
            }
            Buffer memory = inRow(first, at, count);
            long hit = -1;
            if (memory != null) {
                int place = first.place(at);
                int found = memory.find16(place, count, wanted);
                hit = found < 0 ? -1 : at + found - place;
            } else {
                for (int i = 0; i < count - 1 && hit < 0; i++) {
                    hit = (first.get8(at + i) << Byte.SIZE | first.get8(at + i + 1)) == wanted ? at + i : -1;
                }
            }
            machine.found = hit >= 0 ? hit + 1 : first.get8(at + count - 1) == wanted >>> Byte.SIZE ? BEGUN : 0;
            return hit < 0;
        }

        @Override
        void end(Machine machine) {
            machine.pushLong(Math.max(machine.found, 0) - 1);
        }
    }

    /** {@code count}: found is what it returns, so far. */
    static final class Count extends Range {
        private static final long LOW = 0xFFFF_FFFFL;

        Count() {
            super(6, 0, false, 1);
        }

        @Override
        boolean work(Machine machine, Area first, Area second, int slot, int count) {
            long at = machine.slots[slot + 1] + machine.progress;
            int wanted = (int) machine.slots[slot + 5] & 0xFF;
            Buffer memory = inRow(first, at, count);
            if (memory != null) {
                long found = memory.count(first.place(at), count, wanted);
                add(machine, found & LOW, found >>> Integer.SIZE);
                return true;
            }
            for (int i = 0; i < count; i++) {
                if (first.get8(at + i) == wanted) {
                    add(machine, 1, i + 1);
                }
            }
            return true;
        }

        private static void add(Machine machine, long more, long last) {
            if (more > 0) {
                machine.found = machine.progress + last << Integer.SIZE | machine.found + more & LOW;
            }
        }

        @Override
        void end(Machine machine) {
            machine.pushLong(machine.found);
        }
    }

    /** {@code walk}: found is what it returns, so far. */
    static final class Walk extends Range {
        private static final int SLOTS = 8;
        private static final int TABLE = 5;
        private static final int STATE = 7;
        private static final int CLASSES_AT = 2;

        Walk() {
            super(SLOTS, 0, false, 1);
        }

        @Override
        boolean mayBegin(Machine machine, long bytes) {
            Area data = machine.data();
            long table = machine.slots[machine.top - SLOTS + TABLE];
            if (data.holds(table, CLASSES_AT)) {
                int bits = data.get8(table);
                if (bits <= Byte.SIZE && data.holds(table, CLASSES_AT + 512 + (data.get8(table + 1) << bits))) {
                    return true;
                }
            }
            machine.fault(Fault.BOUNDS);
            return false;
        }

        @Override
        boolean work(Machine machine, Area first, Area second, int slot, int count) {
            long at = machine.slots[slot + 1] + machine.progress;
            long table = machine.slots[slot + TABLE];
            int state = (int) (machine.progress == 0 ? machine.slots[slot + STATE] : machine.found) & 0xFF;
            Area data = machine.data();
            Buffer memory = inRow(first, at, count);
            Buffer tableMemory = data.memory(table);
            if (memory != null && tableMemory != null) {
                machine.found = (machine.progress << Byte.SIZE)
                    + memory.walk(first.place(at), count, tableMemory, data.place(table), state);
                return (machine.found & 0xFF) != 0;
            }
            int bits = data.get8(table);
            int last = data.get8(table + 1);
            long classes = table + CLASSES_AT;
            for (int i = 0; i < count; i++) {
                int row = Math.min(data.get8(classes + first.get8(at + i)), last) << bits;
                state = data.get8(classes + 256 + row + state);
                machine.found = machine.progress + i + 1 << Byte.SIZE | state;
                if (state == 0) {
                    return false;
                }
            }
            return true;
        }

        @Override
        void end(Machine machine) {
            // Of no bytes, the state is the one before them.
            machine.pushLong(machine.progress == 0 ? machine.slots[machine.top + STATE] & 0xFF : machine.found);
        }
    }

    /** {@code fill}. */
    static final class Fill extends Range {
        Fill() {
            super(6, 0, true, 1);
        }

        @Override
        boolean work(Machine machine, Area first, Area second, int slot, int count) {
            long at = machine.slots[slot + 1] + machine.progress;
            int value = (int) machine.slots[slot + 5];
            Buffer memory = inRow(first, at, count);
            if (memory != null) {
                int place = first.place(at);
                memory.fill(place, count, value);
                first.change(place);
                return true;
            }
            for (int i = 0; i < count; i++) {
                first.put8(at + i, value);
            }
            return true;
        }
    }

    /** {@code emitBytes}. */
    static final class EmitBytes extends Range {
        EmitBytes() {
            super(5, 0, false, 1);
        }

        @Override
        boolean mayBegin(Machine machine, long bytes) {
            return machine.mayEmit(bytes);
        }

        @Override
        int most(Machine machine, long left) {
            return Math.min(machine.room(), super.most(machine, left));
        }

        @Override
        boolean work(Machine machine, Area first, Area second, int slot, int count) {
            long at = machine.slots[slot + 1] + machine.progress;
            Buffer memory = inRow(first, at, count);
            if (memory != null) {
                machine.emit(memory, first.place(at), count);
                return true;
            }
            for (int i = 0; i < count; i++) {
                machine.emit(first.get8(at + i));
            }
            return true;
        }
    }
}
