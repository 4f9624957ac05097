package dev.spine.perf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.output.Ticks;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Plots that a page holds in itself. */
class LinePlotTest {
    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static LinePlot plot(boolean logarithmic, List<Plots.Line> lines) {
        return new LinePlot("rates <of> \"paths\" & more", LinePlot.Axis.plain("clock, MHz", logarithmic),
            LinePlot.Axis.plain("packets/s", logarithmic), lines, List.of(new LinePlot.Mark(lines.getFirst().x().getFirst(), "a < b")));
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aPlotIsOneWellFormedElementWithinItsFrameAndSaysInWordsWhatItShows(boolean logarithmic) throws Exception {
        Document svg = parse(plot(logarithmic, List.of(new Plots.Line("host", List.of(33.0, 100.0, 1000.0), List.of(100.0, 90.0, 80.0)),
            new Plots.Line("spine", List.of(33.0, 100.0, 1000.0), List.of(10.0, 90.0, 40_000.0)))).svg());

        assertEquals("rates <of> \"paths\" & more", svg.getElementsByTagName("title").item(0).getTextContent());
        String words = svg.getElementsByTagName("desc").item(0).getTextContent();
        assertTrue(words.contains("spine: 10 at 33, 40,000 at 1,000."), words);
        assertTrue(words.contains("a < b"), words);
        NodeList lines = svg.getElementsByTagName("polyline");
        assertEquals(2, lines.getLength());
        for (int i = 0; i < lines.getLength(); i++) {
            for (String point : ((Element) lines.item(i)).getAttribute("points").split(" ")) {
                double x = Double.parseDouble(point.split(",")[0]);
                double y = Double.parseDouble(point.split(",")[1]);
                assertTrue(x >= 84 && x <= 600 && y >= 62 && y <= 338, point);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aSinglePointAndEqualPointsCanBeDrawn(boolean logarithmic) throws Exception {
        String svg = plot(logarithmic, List.of(new Plots.Line("one", List.of(5.0), List.of(5.0)))).svg();
        parse(svg);
        assertFalse(svg.contains("NaN") || svg.contains("Infinity"), svg);
    }

    @Test
    void ofOneSampleNoPartIsBelowNothingOrAboveAll() throws Exception {
        Histogram one = new Histogram(3);
        one.recordValue(37_800);
        Document svg = parse(Plots.distributions("latency", List.of(Plots.Curve.of("host", one))));
        List<String> texts = texts(svg);
        assertFalse(texts.stream().anyMatch(text -> text.matches("-[0-9.]+ %")), texts::toString);
        assertTrue(texts.contains("0 %") && texts.contains("90 %"), texts::toString);
    }

    @Test
    void aPathHasTheSameColourWhateverStandsBesideIt() throws Exception {
        List<String> all = List.of("host", "host-header", "splice", "i2o", "spine");
        Map<String, String> known = colours(all);
        assertEquals(5, new HashSet<>(known.values()).size(), "each its own");
        for (List<String> some : List.of(List.of("i2o", "spine"), List.of("spine"), List.of("spine", "host"))) {
            colours(some).forEach((path, colour) -> assertEquals(known.get(path), colour, () -> path + " among " + some));
        }
    }

    private static Map<String, String> colours(List<String> labels) throws Exception {
        List<Plots.Line> lines = labels.stream().map(name -> new Plots.Line(name, List.of(1.0, 2.0), List.of(7.0, 7.0))).toList();
        NodeList texts = parse(plot(false, lines).svg()).getElementsByTagName("text");
        Map<String, String> colours = new HashMap<>();
        for (int i = 0; i < texts.getLength(); i++) {
            Element text = (Element) texts.item(i);
            if (labels.contains(text.getTextContent())) {
                colours.put(text.getTextContent(), text.getAttribute("fill"));
            }
        }
        return colours;
    }

    private static List<String> texts(Document svg) {
        NodeList texts = svg.getElementsByTagName("text");
        List<String> words = new ArrayList<>();
        for (int i = 0; i < texts.getLength(); i++) {
            words.add(texts.item(i).getTextContent());
        }
        return words;
    }

    @Test
    void nothingToShowIsDrawnToo() throws Exception {
        String svg = plot(false, List.of(new Plots.Line("host", List.of(1.0, 2.0), List.of(0.0, 0.0)))).svg();
        parse(svg);
        assertFalse(svg.contains("NaN"), svg);
    }

    @Test
    void namesOfLinesThatEndAtOnePlaceStandBelowEachOther() throws Exception {
        List<Plots.Line> lines = List.of("host", "host-header", "splice", "i2o", "spine").stream()
            .map(name -> new Plots.Line(name, List.of(1.0, 2.0), List.of(7.0, 7.0))).toList();
        NodeList texts = parse(plot(false, lines).svg()).getElementsByTagName("text");
        double last = Double.NEGATIVE_INFINITY;
        int names = 0;
        for (Plots.Line line : lines) {
            for (int i = 0; i < texts.getLength(); i++) {
                Element text = (Element) texts.item(i);
                if (text.getTextContent().equals(line.label())) {
                    double y = Double.parseDouble(text.getAttribute("y"));
                    assertTrue(y - last >= 14.9, line.label() + " at " + y + " after " + last);
                    last = y;
                    names++;
                }
            }
        }
        assertEquals(5, names);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"0 | 100 | 5 | [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]", "0 | 7 | 6 | [0.0, 2.0, 4.0, 6.0]",
        "33 | 66 | 3 | [40.0, 60.0]"})
    void linearAxesHaveRoundNumbers(double low, double high, int wanted, String ticks) {
        assertEquals(ticks, Ticks.linear(low, high, wanted).toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"33 | 1000 | [50.0, 100.0, 200.0, 500.0, 1000.0]",
        "1 | 10000 | [1.0, 10.0, 100.0, 1000.0, 10000.0]",
        "60 | 90 | [60.0, 70.0, 80.0, 90.0]"})
    void logarithmicAxesHaveRoundNumbers(double low, double high, String ticks) {
        assertEquals(ticks, Ticks.logarithmic(low, high).toString());
    }
}
