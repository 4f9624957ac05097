package dev.spine.system;

/** The settings of one monitor, as its kind has read them. Immutable. */
public interface MonitorSpec {}
