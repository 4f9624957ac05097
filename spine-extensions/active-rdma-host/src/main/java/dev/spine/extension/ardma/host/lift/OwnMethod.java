package dev.spine.extension.ardma.host.lift;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that is one of its own in a routine, however small: another one may be put in its place by
 * {@link dev.spine.extension.ardma.host.tool.RoutineBuilder#replace}. Others that are small go into their callers. Read by
 * {@link RoutineLifter}, on any thread.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface OwnMethod {}
