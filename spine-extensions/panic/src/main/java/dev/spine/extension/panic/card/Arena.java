package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import org.jspecify.annotations.Nullable;

/** Memory of the card that is given out from its begin to its end. What was freed is used again when the areas behind it have moved. */
final class Arena {
    /** A part of it. */
    static final class Area {
        private final int bytes;
        private int first;
        private boolean isFree;
        /** Who hears of a move. */
        private @Nullable CardProgram owner;

        private Area(int first, int bytes) {
            this.first = first;
            this.bytes = bytes;
        }

        int first() {
            return first;
        }

        int bytes() {
            return bytes;
        }
    }

    private final Buffer memory;
    /** In the order of their places. */
    private final Area[] areas;
    private int count;
    private int top;
    /** While areas move: those below were looked at, the next one belongs here, and this much of it has moved. */
    private int settled;
    private int place;
    private int moved;

    Arena(Buffer memory, int mostAreas) {
        this.memory = memory;
        areas = new Area[mostAreas];
    }

    Buffer memory() {
        return memory;
    }

    int freeBytes() {
        return memory.length() - top;
    }

    /** {@return an area behind all others, a multiple of 4 bytes; null when there is no room} */
    @Nullable Area allocate(int bytes) {
        if (bytes > freeBytes() || count == areas.length) {
            return null;
        }
        Area area = new Area(top, bytes);
        areas[count++] = area;
        top += bytes;
        return area;
    }

    /** Says whose data area it is; {@link CardProgram#moveTo} is called after each move. */
    void own(Area area, CardProgram owner) {
        area.owner = owner;
    }

    void free(Area area) {
        area.isFree = true;
        area.owner = null;
        begin();
    }

    /** Takes back what was the last one to be given out, and not used. */
    void takeBack(Area last) {
        count--;
        top = last.first;
    }

    /** The next {@link #compact} looks at all areas. */
    private void begin() {
        settled = 0;
        place = 0;
        moved = 0;
    }

    /**
     * Moves areas down, at most so many bytes, and goes on where the last call has stopped. Until it has ended nobody uses any area.
     *
     * @return whether all areas are where they belong
     */
    boolean compact(int most) {
        int left = most;
        while (settled < count) {
            Area area = areas[settled];
            if (area.isFree) {
                drop(settled);
                continue;
            }
            if (area.first != place) {
                int part = Math.min(left, area.bytes - moved);
                memory.copyFrom(place + moved, memory, area.first + moved, part);
                left -= part;
                moved += part;
                if (moved < area.bytes) {
                    return false;
                }
                area.first = place;
                if (area.owner != null) {
                    area.owner.moveTo(place);
                }
            }
            moved = 0;
            place += area.bytes;
            settled++;
        }
        top = place;
        return true;
    }

    private void drop(int index) {
        count--;
        System.arraycopy(areas, index + 1, areas, index, count - index);
    }
}
