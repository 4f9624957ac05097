package dev.spine.device.wire.fault;

import java.util.SplittableRandom;

/** Says what happens to each frame of one direction, in the order of the frames. The agent of the port's device. */
final class FaultDice {
    private static final int BITS = 8;
    private static final int WHOLE = -1;

    private final WireFaults faults;
    private final SplittableRandom random;
    /** Chance that a frame is lost after one that was not, and that one is not lost after one that was. */
    private final double beginsBurst;
    private final double endsBurst;
    private boolean isLost;
    private boolean isRepeated;
    private boolean isDelayed;
    private int damagedBit = WHOLE;

    /**
     * Dice before the first frame.
     *
     * @param faults how often
     * @param random a stream that is used for nothing else
     */
    FaultDice(WireFaults faults, SplittableRandom random) {
        this.faults = faults;
        this.random = random;
        boolean inBursts = faults.burstFrames() > 0;
        this.endsBurst = inBursts ? 1 / faults.burstFrames() : 1 - faults.lost();
        this.beginsBurst = inBursts ? faults.lost() / (1 - faults.lost()) * endsBurst : faults.lost();
    }

    /** Throws for the next frame, of so many bytes, at least 1. */
    void roll(int bytes) {
        double chance = random.nextDouble();
        isLost = isLost ? chance >= endsBurst : chance < beginsBurst;
        damagedBit = random.nextDouble() < faults.damaged() ? random.nextInt(bytes * BITS) : WHOLE;
        isRepeated = random.nextDouble() < faults.repeated();
        isDelayed = random.nextDouble() < faults.delayed();
    }

    boolean isLost() {
        return isLost;
    }

    boolean isDamaged() {
        return damagedBit != WHOLE;
    }

    /** {@return which byte is damaged} */
    int damagedByte() {
        return damagedBit / BITS;
    }

    /** {@return the bit of it that is turned over} */
    byte mask() {
        return (byte) (1 << damagedBit % BITS);
    }

    boolean isRepeated() {
        return isRepeated;
    }

    boolean isDelayed() {
        return isDelayed;
    }
}
