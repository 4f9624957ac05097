package dev.spine.perf.reproduce;

import dev.spine.perf.latency.RoundTrips;
import java.util.List;

/** The time of a pass by DMA is linear in the size of the data: the squared correlation of the two. */
record DmaLinearFigure(PanicFigures figures) implements FigureExperiment {
    @Override
    public String id() {
        return "dma-linear";
    }

    @Override
    public String machine() {
        return PanicFigures.MACHINE;
    }

    @Override
    public FigureFinding run(String profile, long seed) {
        RoundTrips times = figures.roundTrips(profile, seed);
        return new FigureFinding(squaredCorrelation(times.sizes(), times.passes()),
            "us of a pass by bytes, with what the extension does for it: " + PanicFigures.series(times.sizes(), times.passes()));
    }

    static double squaredCorrelation(List<Double> x, List<Double> y) {
        double meanX = x.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double meanY = y.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double both = 0;
        double ofX = 0;
        double ofY = 0;
        for (int i = 0; i < x.size(); i++) {
            both += (x.get(i) - meanX) * (y.get(i) - meanY);
            ofX += (x.get(i) - meanX) * (x.get(i) - meanX);
            ofY += (y.get(i) - meanY) * (y.get(i) - meanY);
        }
        return both * both / (ofX * ofY);
    }
}
