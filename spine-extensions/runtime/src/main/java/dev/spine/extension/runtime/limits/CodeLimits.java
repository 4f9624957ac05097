package dev.spine.extension.runtime.limits;

/**
 * How much the code of one extension instance may execute, allocate and nest. A unit of fuel is one instruction of the class file, more
 * for those that do more (docs/extension-rules.md). Any thread.
 *
 * @param fuel units of one activation
 * @param startFuel units of the constructor, and of the start
 * @param fuelPerSecond units of all activations that begin in one second; packets that come after are dropped, messages wait
 * @param heap bytes that one activation may allocate
 * @param heldHeap bytes that the instance may hold between activations
 * @param stack words of the frames that are active at a time
 */
public record CodeLimits(int fuel, int startFuel, long fuelPerSecond, long heap, long heldHeap, int stack) {
    /**
     * What an instance gets when nobody says otherwise: about a millisecond of work for an activation, and in a second what a processor can
     * do at most, so that a card whose extension is all that it runs is never throttled.
     */
    public static final CodeLimits STANDARD = new CodeLimits(1_000_000, 10_000_000, 10_000_000_000L, 4L << 20, 8L << 20, 16_384);
}
