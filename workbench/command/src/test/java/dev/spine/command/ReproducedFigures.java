package dev.spine.command;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;

/** All figures of {@code spine reproduce}, which take most of a minute: asked for once by all tests. Any thread may ask. */
public final class ReproducedFigures {
    /** What {@code spine reproduce --json -} prints. */
    public static final Supplier<String> JSON = Suppliers.memoize(() -> CommandRun.of("reproduce", "--json", "-").succeeded().out());

    private ReproducedFigures() {}
}
