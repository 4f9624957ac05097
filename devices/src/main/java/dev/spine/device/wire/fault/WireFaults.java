package dev.spine.device.wire.fault;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * How often what happens to the frames of one direction of a port, see the package. Immutable; any thread.
 *
 * @param lost share of the frames that are lost, 0 to 1
 * @param burstFrames how many frames in a row are lost on average, 1 to {@value #MAX_BURST_FRAMES}, by the model of Gilbert; 0 when each is
 *     lost or not whatever became of the one before
 * @param damaged share of the others of which a bit is turned over, 0 to 1
 * @param damage whether these are dropped
 * @param repeated share of those that go on that do so twice, 0 to 1
 * @param delayed share of those that go on that do so later, 0 to 1
 * @param delayFrames behind how many later frames these go on, 0 to {@value #MAX_DELAY_FRAMES}; 0 when the time alone counts
 * @param delayNs after how many nanoseconds at the latest, 1 to {@value #MAX_DELAY_NS}
 */
public record WireFaults(double lost, double burstFrames, double damaged, DamageRule damage, double repeated, double delayed,
    int delayFrames, long delayNs) {
    /** The longest mean length of a burst, in frames. */
    public static final int MAX_BURST_FRAMES = 1_000;
    /** The most frames that can overtake a delayed one by its number of frames. */
    public static final int MAX_DELAY_FRAMES = 63;
    /** The longest delay: ten seconds. */
    public static final long MAX_DELAY_NS = 10_000_000_000L;
    /** How long a frame is delayed at the most unless something else is said: a millisecond. */
    public static final long USUAL_DELAY_NS = 1_000_000;
    /** No faults. */
    public static final WireFaults NONE = builder().build();

    /** Checks the ranges. */
    public WireFaults {
        checkShare("lost", lost);
        checkShare("damaged", damaged);
        checkShare("repeated", repeated);
        checkShare("delayed", delayed);
        checkArgument(burstFrames == 0 || burstFrames >= 1 && burstFrames <= MAX_BURST_FRAMES,
            "bursts of %s frames: give 1 to " + MAX_BURST_FRAMES + ", or 0 for none", burstFrames);
        checkArgument(burstFrames == 0 || lost <= mostLost(burstFrames),
            "%s of all frames cannot be lost in bursts of %s with a frame between them: give at most %s", lost, burstFrames,
            mostLost(burstFrames));
        checkArgument(delayFrames >= 0 && delayFrames <= MAX_DELAY_FRAMES, "a delay of %s frames: give 0 to %s", delayFrames,
            MAX_DELAY_FRAMES);
        checkArgument(delayNs >= 1 && delayNs <= MAX_DELAY_NS, "a delay of %s ns: give 1 to %s", delayNs, MAX_DELAY_NS);
    }

    private static void checkShare(String name, double share) {
        checkArgument(share >= 0 && share <= 1, "%s is %s: a share of the frames is 0 to 1", name, share);
    }

    /**
     * {@return which share of the frames can be lost in bursts: between two bursts there is at least one frame that is not}
     *
     * @param burstFrames mean length of a burst, at least 1
     */
    public static double mostLost(double burstFrames) {
        return burstFrames / (burstFrames + 1);
    }

    /** {@return whether something can happen to a frame} */
    public boolean isFaulty() {
        return lost > 0 || damaged > 0 || repeated > 0 || delayed > 0;
    }

    /** {@return a builder of faults, none so far} */
    public static Builder builder() {
        return new Builder();
    }

    /** Makes faults. One thread. */
    public static final class Builder {
        private double lost;
        private double burstFrames;
        private double damaged;
        private DamageRule damage = DamageRule.BY_WIRE;
        private double repeated;
        private double delayed;
        private int delayFrames;
        private long delayNs = USUAL_DELAY_NS;

        private Builder() {}

        /**
         * Loses frames, each whatever became of the one before.
         *
         * @param share of all frames, 0 to 1
         * @return this
         */
        public Builder lost(double share) {
            return lostInBursts(share, 0);
        }

        /**
         * Loses frames in bursts.
         *
         * @param share of all frames, 0 to {@link WireFaults#mostLost}
         * @param frames in a burst, on average, 1 to {@value WireFaults#MAX_BURST_FRAMES}
         * @return this
         */
        public Builder lostInBursts(double share, double frames) {
            this.lost = share;
            this.burstFrames = frames;
            return this;
        }

        /**
         * Turns a bit of frames over; the kind of wire says whether they are dropped.
         *
         * @param share of the frames that are not lost, 0 to 1
         * @return this
         */
        public Builder damaged(double share) {
            return damaged(share, DamageRule.BY_WIRE);
        }

        /**
         * Turns a bit of frames over.
         *
         * @param share of the frames that are not lost, 0 to 1
         * @param rule whether they are dropped
         * @return this
         */
        public Builder damaged(double share, DamageRule rule) {
            this.damaged = share;
            this.damage = rule;
            return this;
        }

        /**
         * Has frames go on twice.
         *
         * @param share of the frames that go on, 0 to 1
         * @return this
         */
        public Builder repeated(double share) {
            this.repeated = share;
            return this;
        }

        /**
         * Has frames go on later: behind others, or after {@link WireFaults#USUAL_DELAY_NS} or what {@link #within} says.
         *
         * @param share of the frames that go on, 0 to 1
         * @param frames behind how many later ones, 1 to {@value WireFaults#MAX_DELAY_FRAMES}; 0 when the time alone counts
         * @return this
         */
        public Builder delayed(double share, int frames) {
            this.delayed = share;
            this.delayFrames = frames;
            return this;
        }

        /**
         * Sets when a delayed frame goes on at the latest.
         *
         * @param ns after it was delayed, 1 to {@value WireFaults#MAX_DELAY_NS}
         * @return this
         */
        public Builder within(long ns) {
            this.delayNs = ns;
            return this;
        }

        /**
         * {@return the faults}
         *
         * @throws IllegalArgumentException when a number is out of its range; the message says which and what to give
         */
        public WireFaults build() {
            return new WireFaults(lost, burstFrames, damaged, damage, repeated, delayed, delayFrames, delayNs);
        }
    }
}
