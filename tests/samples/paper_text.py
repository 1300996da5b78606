"""The wording of the two-column paper: a made-up study of tide gauge drift. Nothing in it was measured."""

from __future__ import annotations

ABSTRACT = """
Tide gauges drift slowly, and the drift hides the small trends for which long records are kept. We describe a method that separates instrument drift from sea level change with nothing but the gauge's own readings and those of its neighbours. The method models each gauge as a sum of a shared signal, a seasonal term and a random walk whose steps become likely only at maintenance visits. On 46 gauges of an artificial network with known drift, the root mean square error of the recovered trend falls from 1.9 to 0.6 mm per year. On short records of fewer than eight years the gain vanishes, and we explain why.
"""

INTRO = """
A tide gauge is a simple instrument with a difficult task. It must report the height of the water against a fixed mark on land for decades, although its float, its pressure cell or its radar is replaced several times, the pier settles, and the wire stretches in summer. A change of two millimetres a year is large for the sea and small for all of these effects.

Operators therefore level their gauges against bench marks, usually once a year. Levelling finds an offset, but it does not tell when the offset came about. The usual practice spreads it evenly over the time since the last visit. This is right for slow settlement and wrong for a knock by a vessel, and a wrong choice bends the record for a year.

This paper asks how much of the drift can be found without levelling at all. Neighbouring gauges see nearly the same sea. Their differences are almost free of weather and tide, so that a drift of one gauge shows itself as a slow departure from all the others [1, 2]. We make use of this in three steps: a shared signal is estimated from the network, each gauge is compared with it, and the remaining difference is split into a seasonal part and a random walk that may step at known maintenance dates.

Our contributions are (i) a model in which maintenance visits raise the probability of a step without forcing one, (ii) an estimator that needs one pass over the data and a few seconds for forty years of hourly readings, and (iii) an honest account of where the method fails, with a simple test that tells a user beforehand.
"""

RELATED = """
Buddy checking of gauges goes back to paper charts, on which an observer laid two curves over each other on a window pane. Statistical forms of it use the difference of two stations and look for change points [2, 3]. With two stations it stays open which of them has drifted; with many, a majority can be formed, and robust means have been used for it [4].

State space models describe sea level as a sum of components that change slowly [5]. They treat drift as one more component. Without further knowledge, however, the drift of a gauge and the change of the sea are told apart only by their smoothness, and both are smooth. The model below brings in the missing knowledge: the dates on which somebody touched the instrument.
"""

MODEL = """
Let y<sub>i,t</sub> be the reading of gauge i at time t, after the astronomical tide has been removed by harmonic analysis. We write it as a sum of four terms,
"""
MODEL_AFTER = """
where s<sub>t</sub> is the signal that all gauges share, a<sub>i</sub> its local scale, c<sub>i</sub>(t) a seasonal curve with two harmonics, d<sub>i,t</sub> the drift and e<sub>i,t</sub> an independent error. The drift is a random walk,
"""
MODEL_END = """
with steps u<sub>i,t</sub> that are small on ordinary days and may be large on the days of a visit. If v<sub>i,t</sub> is 1 on such days and 0 otherwise, the variance of the step is
"""
MODEL_LAST = """
A ratio of the two variances near one means that visits do no harm; we found values between 40 and 900. Equation (3) does not say that a visit causes a step. It says that one is no surprise.

The scale of a gauge is held fixed after the first two years, since otherwise a slowly growing scale could take up the drift. This costs little: the shared signal has its power at periods of days to months, and two years determine the scale to better than one per cent.
"""

ESTIMATION = """
The shared signal is the weighted median of the scaled readings. A median resists a minority of drifting gauges, and weights by distance keep a far away coast from dominating. Given the signal, each gauge is handled alone, by a Kalman filter and smoother over daily means. The four variances are found by maximising the likelihood with a quasi-Newton method from eight starting points.

The two steps are repeated until the largest change of any drift is below 0.05 mm. Four rounds were enough in all of our runs. The cost is linear in the number of readings: a network of 46 gauges and forty years takes 11 seconds on one core, of which nine are spent on the tide.

A user wants to know beforehand whether the method can work for a given gauge. We use the share of the variance of the difference series that lies at periods of more than a year. If it is below 0.2, the difference is dominated by noise, and the drift is set to zero and reported as not determined.
"""

DATA = """
There is no network whose true drift is known. We therefore built an artificial one. Forty-six gauges were placed along a coast of 900 km. The sea at each of them is the sum of a trend of 2.4 mm per year, a signal with the spectrum of a shelf sea, and local noise. Drift was added to half of the gauges, in three forms: slow settlement, a step at a visit, and a seasonal stretch that grows from year to year. Gaps of up to three months were cut into the records at random.
"""

RESULTS = """
Table 1 gives the error of the recovered trend for the three forms of drift and for gauges without any. Levelling once a year with even spreading is the reference. The method is better by a factor of three where the drift is a step at a visit, by a factor of two for settlement, and does no harm where there is nothing to find.

Figure 1 shows one gauge in detail. The step of 14 mm in the ninth year is found within three days, although the model was not told its date but only that a visit took place in that week. Figure 2 shows how the error falls with the length of the record. Below eight years the two curves cross: the random walk then takes up part of the trend.

The choice of neighbours matters less than we expected. With the nearest five gauges instead of all, the error rises from 0.60 to 0.71 mm per year. With five gauges drawn at random along the whole coast it is 0.94. A single neighbour gives 1.52, which is hardly better than levelling.
"""

LIMITS = """
The method cannot see what all gauges share. When the whole coast sinks, the shared signal sinks with it. Such motion is found by satellite positioning, which is outside this paper. Neither can it help a gauge without neighbours within some 200 km.

The list of visits must be complete. A visit that nobody wrote down leaves a step on an ordinary day, and the filter then spreads it over some weeks. We removed a tenth of the visits from the lists, and the error rose from 0.60 to 0.83 mm per year. Lists that contain visits that did not take place do no harm.
"""

CONCLUSION = """
Drift of tide gauges can be found from the readings of their neighbours when the dates of maintenance are known. The gain is largest for sudden steps, which even spreading of levelling offsets handles worst. Records of at least eight years and five neighbours are needed. The test on the share of slow variance tells a user when to stay with levelling.
"""

APPENDIX = """
The gauges are numbered from south to north. The number of visits covers the forty years of the experiment. The error is the difference between the recovered and the true trend, without its sign.
"""

PRACTICE = """
We run the method once a month on the readings of the past forty years and keep the result of each run. An operator sees three curves: the reading, the recovered drift with its band, and the list of visits. A drift whose band does not touch zero for more than ninety days is shown in a list, sorted by size, and the operator decides whether a visit is brought forward.

Three habits have proved useful. First, a visit is entered on the day on which it took place, even when nothing was touched. Secondly, the old and the new instrument run side by side for at least four weeks when a gauge is replaced. Thirdly, the offset found by levelling is never fed into the record by hand; it is handed to the filter as one more reading with its own variance, so that the record can be made again from the raw data at any time.

Seasonal stretch needs some care. A wire that lengthens in summer looks like a seasonal signal of the sea, and the model can tell the two apart only because the neighbours do not share it. Where all gauges of a coast are of the same make, they stretch together. In the artificial network we let a third of the gauges stretch in step, and the error rose by half.
"""

DISCUSSION = """
Is the gain worth the effort? Levelling remains necessary, since it alone ties the record to the land. What changes is how often it is needed. On the artificial network, levelling every third year together with the method gives the same error as levelling every year without it. For an operator of 46 gauges this saves about thirty journeys a year.

We see two directions for further work. One is to let neighbouring gauges share the variance of their ordinary steps, since piers on the same clay settle alike. The other is to use the method while the readings come in. The smoother looks back from the future; a filter that looks only at the past needs about five times as long to find a step of 14 mm, and it raises one false alarm for each gauge in eleven years. Whether that is acceptable depends on who is called out of bed by it.

Finally, a word on reproducibility. The artificial network is drawn from a fixed seed, the filter has no random part, and the starting points are listed with the code. Two persons who run it get the same numbers to the last digit.
"""

REFERENCES = (
    "A. Moreau and K. Lind, “Differences of neighbouring gauges,” Coastal Records, vol. 12, pp. 31–47, 2009.",
    "T. Okafor, “Change points in sea level differences,” Journal of Shore Studies, vol. 4, no. 2, pp. 101–119, 2013.",
    "R. Haldane, P. Ito and S. Brandt, “Two stations are not enough,” in Proc. Workshop on Level Data, 2015, pp. 8–15.",
    "M. Castellan, “Robust means for sparse networks,” Notes on Statistics, vol. 27, pp. 210–226, 2017.",
    "J. Whitfield and E. Sato, “Slow components of the sea,” Ocean Models, vol. 33, pp. 77–98, 2018.",
    "L. Vance, “Levelling practice in harbours,” Surveyor’s Yearbook, pp. 140–152, 2020.",
    "F. Dubois and N. Aksoy, “A shelf sea in numbers,” Ocean Models, vol. 40, pp. 5–29, 2024.",
)
