package dev.spine.i2o.unit.ring;

/** The words that {@link PaddedPosition} keeps apart. */
abstract class PositionWords extends PositionPadding {
    /** How many objects passed this side. Its own thread reads it plainly. */
    long position;
    /** Up to which position the slots are known to be free; for the offering side. */
    long limit;
}
