package dev.spine.perf.report;

/** One path of a workload on this machine, set up, with everything on one thread. One thread at a time, which is outside the engine. */
public interface LivePath extends AutoCloseable {
    /**
     * {@return what a pass found in which units came as fast as the path took them}
     *
     * @param units how many, at least 1; a workload may round them up
     */
    MeasuredRate pass(long units);

    @Override
    void close();

    /**
     * How fast a pass was.
     *
     * @param units that arrived
     * @param unitsPerSecond of these
     * @param lost units that were offered and did not arrive
     */
    record MeasuredRate(long units, double unitsPerSecond, long lost) {
        /** {@return what a pass says} */
        public static MeasuredRate of(MeasuredPass pass) {
            return new MeasuredRate(pass.units(), pass.rate(), pass.lost());
        }
    }

    /**
     * {@return a path whose passes are those of a run}
     *
     * @param <R> the run's type
     * @param run set up; closed with the path
     * @param pass makes a pass of so many units
     */
    static <R extends PathComparison.Run> LivePath of(R run, Pass<R> pass) {
        return new LivePath() {
            @Override
            public MeasuredRate pass(long units) {
                return MeasuredRate.of(pass.of(run, units));
            }

            @Override
            public void close() {
                run.close();
            }
        };
    }

    /**
     * A pass of a run.
     *
     * @param <R> the run's type
     */
    interface Pass<R> {
        /**
         * {@return what the pass found}
         *
         * @param run whose
         * @param units how many
         */
        MeasuredPass of(R run, long units);
    }
}
