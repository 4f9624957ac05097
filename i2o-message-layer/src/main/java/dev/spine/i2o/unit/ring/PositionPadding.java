package dev.spine.i2o.unit.ring;

/** 128 bytes before the words of a {@link PaddedPosition}. */
abstract class PositionPadding {
    long before0;
    long before1;
    long before2;
    long before3;
    long before4;
    long before5;
    long before6;
    long before7;
    long before8;
    long before9;
    long before10;
    long before11;
    long before12;
    long before13;
    long before14;
    long before15;
}
